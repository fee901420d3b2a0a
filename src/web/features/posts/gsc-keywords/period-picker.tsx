import { PERIOD_LABELS, PERIODS, type Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import { Select } from '#web/ui/input/select.tsx'

interface PeriodPickerProps {
  period: Period
  onChange: (period: Period) => void
}

/** Chooses the period over which search data is summed. */
export const PeriodPicker = ({ period, onChange }: PeriodPickerProps) => (
  <Select
    aria-label="Period"
    className="list-filter"
    value={period}
    options={PERIODS.map((each) => ({ value: each, label: PERIOD_LABELS[each] }))}
    onChange={onChange}
  />
)
