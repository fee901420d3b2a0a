import { OOS_GROUPS, type OosGroup } from '#shared/features/market/share-of-voice/contract.ts'
import { Segmented } from '#web/ui/input/segmented.tsx'
import { useRemember } from '../../market/reports/queries.ts'
import { GROUP_LABELS } from './messages.ts'

interface GroupPickerProps {
  group: OosGroup
  /** Whether the list of replacements is available. */
  hasReplaced: boolean
  onChange: (group: OosGroup) => void
}

/**
 * Chooses a row for each product of each post, for each product, or for each replacement. The choice is
 * stored.
 */
export function GroupPicker({ group, hasReplaced, onChange }: GroupPickerProps) {
  const remember = useRemember()
  return (
    <Segmented
      aria-label="Rows"
      options={OOS_GROUPS.filter((value) => hasReplaced || value !== 'replaced').map((value) => ({
        value,
        label: GROUP_LABELS[value],
      }))}
      value={group}
      onChange={(next) => {
        // Replacements are viewed only now and then, so they are not stored as the default.
        if (next !== 'replaced') remember({ oos_group: next })
        onChange(next)
      }}
    />
  )
}
