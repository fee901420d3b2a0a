import { Segmented } from 'antd'
import { OOS_GROUPS, type OosGroup } from '#shared/features/share-of-voice/contract.ts'
import { useRemember } from '../reports/queries.ts'
import { GROUP_LABELS } from './messages.ts'

interface GroupPickerProps {
  group: OosGroup
  /** Whether what was replaced is there to be looked at. */
  hasReplaced: boolean
  onChange: (group: OosGroup) => void
}

/** A row for each product of each post, for each product, or for what was replaced: one click, and remembered. */
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
        // What was replaced is looked at now and then: it is nothing to begin with.
        if (next !== 'replaced') remember({ oosGroup: next })
        onChange(next)
      }}
    />
  )
}
