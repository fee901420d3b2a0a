import type {
  BulkChange,
  ChangeDetails,
  ChangePage,
  ChangeRow,
  UndoOutlook,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { daysToUndo } from '#shared/features/keywords/keyword-changes/rules.ts'
import type { listChanges, readDetails } from './list-reader.ts'
import type { ListedChange, Outlook } from './queries.ts'
import type { ReadChange } from './service.ts'
import type { FoundChange } from './store.ts'

/** A change that is not running is either not begun or done. */
const progressOf = ({ state, slices, slicesDone }: Pick<FoundChange, 'state' | 'slices' | 'slicesDone'>) => {
  if (state === 'applying' || state === 'undoing') return Math.floor((100 * slicesDone) / slices)
  return state === 'prepared' ? 0 : 100
}

export const presentChange = (change: ReadChange): BulkChange => ({
  change_id: change.id,
  action: change.action,
  state: change.state,
  progress: progressOf(change),
  selected: change.selected,
  changes: change.changes,
  examples: change.examples,
  created_at: change.createdAt.toISOString(),
  undo: change.undo && { back: change.undo.changed, stays: change.changes - change.undo.changed },
})

const NONE = { days_left: null, back: null, stays: null, reason: null, by: [], at: null, progress: 0 }

function undoOf(row: ListedChange, outlook: Outlook | undefined, now: Date): UndoOutlook {
  const { action, state, changed, undone, is_forgotten: isForgotten } = row
  const lock = (reason: UndoOutlook['reason'], by: string[] = []): UndoOutlook => ({
    ...NONE,
    state: 'locked',
    stays: changed,
    reason,
    by,
  })
  const progress = progressOf({ ...row, slicesDone: row.slices_done })
  if (action === 'undo') return lock('undo')
  if (state === 'applying' || state === 'undoing') return { ...NONE, state: 'running', progress }
  if (undone !== null) {
    const { changed: back, name, at } = undone
    return { ...NONE, state: 'undone', back, stays: changed - back, by: [name], at, progress }
  }
  const left = daysToUndo(new Date(row.made_at), now)
  if (isForgotten || left === 0) return lock('expired')
  if (outlook?.back === 0) return lock(outlook.reason, outlook.by)
  if (!outlook) return { ...NONE, state: 'open', days_left: left }
  const { back, reason, by } = outlook
  return { ...NONE, state: 'open', days_left: left, back, stays: changed - back, reason, by }
}

function presentRow(row: ListedChange, outlook: Outlook | undefined, now: Date): ChangeRow {
  const { change, slices_done: slicesDone, undone: _undone, is_forgotten: _forgotten, ...shown } = row
  return {
    ...shown,
    progress: progressOf({ ...row, slicesDone }),
    upload:
      change.action === 'upload'
        ? { file: change.file, repeated: change.repeated, invalid: change.invalid }
        : null,
    undo: undoOf(row, outlook, now),
  }
}

export const presentPage = ({
  rows,
  outlooks,
  total,
  mine,
  everybody,
  now,
}: Awaited<ReturnType<typeof listChanges>>): ChangePage => ({
  nodes: rows.map((row) => presentRow(row, outlooks.get(row.change_id), now)),
  totalCount: total,
  mine,
  everybody,
})

export const presentDetails = ({
  row,
  outlook,
  examples,
  now,
}: Awaited<ReturnType<typeof readDetails>>): ChangeDetails => ({
  row: presentRow(row, outlook, now),
  examples,
})
