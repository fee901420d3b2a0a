import type { BulkChange } from '#shared/features/keyword-changes/contract.ts'
import type { FoundChange } from './store.ts'

/** What is not going on is either not begun or done. */
const progressOf = ({ state, slices, slicesDone }: FoundChange) => {
  if (state === 'applying' || state === 'undoing') return Math.floor((100 * slicesDone) / slices)
  return state === 'prepared' ? 0 : 100
}

export const presentChange = (change: FoundChange): BulkChange => ({
  change_id: change.id,
  action: change.action,
  state: change.state,
  progress: progressOf(change),
  selected: change.selected,
  changes: change.changes,
  examples: change.examples,
  created_at: change.createdAt.toISOString(),
})
