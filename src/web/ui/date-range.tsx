import { DatePicker } from 'antd'
import dayjs from 'dayjs'

interface DateRangeProps {
  label: string
  /** Days as `yyyy-MM-dd`; either end may be open. */
  from: string | undefined
  to: string | undefined
  onChange: (from: string | undefined, to: string | undefined) => void
}

const FORMAT = 'YYYY-MM-DD'
const read = (day: string | undefined) => (day && dayjs(day).isValid() ? dayjs(day) : null)

/** Two days, both included. */
export function DateRange({ label, from, to, onChange }: DateRangeProps) {
  return (
    <DatePicker.RangePicker
      aria-label={label}
      placeholder={[`${label}, from`, 'to']}
      format={[FORMAT, 'YYYY-M-D']}
      value={[read(from), read(to)]}
      allowEmpty={[true, true]}
      presets={[
        { label: 'Last 7 days', value: [dayjs().subtract(6, 'day'), dayjs()] },
        { label: 'Last 30 days', value: [dayjs().subtract(29, 'day'), dayjs()] },
        { label: 'This year', value: [dayjs().startOf('year'), dayjs()] },
      ]}
      onChange={(days) => onChange(days?.[0]?.format(FORMAT), days?.[1]?.format(FORMAT))}
    />
  )
}
