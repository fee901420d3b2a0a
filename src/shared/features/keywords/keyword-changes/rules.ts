import { DAY_MS } from '#shared/format/duration.ts'
import { isPermitted, type Permission } from '../../../access/permissions.ts'
import { SCREENS } from '../../../access/screens.ts'
import { type ChangeAction, type ChangeState, type LockReason, UNDO_DAYS } from './contract.ts'

interface Looker {
  id: number
  permissions: readonly Permission[]
}

/** Users who may see users' activity may see everybody's changes. */
export const maySeeEverybodys = (permissions: readonly Permission[]): boolean =>
  isPermitted(permissions, SCREENS.userActivity.access)

/** A prepared change is visible only to its author. */
export const maySeeChange = (looker: Looker, change: { userId: number; state: ChangeState }): boolean =>
  change.userId === looker.id || (maySeeEverybodys(looker.permissions) && change.state !== 'prepared')

/** Actions that add keywords; their undo removes the keywords. */
export const bringsKeywords = (action: ChangeAction): boolean => action === 'upload' || action === 'add'

/** Whole days left for an undo, including the current one; 0 if it is too late. */
export function daysToUndo(madeAt: Date, now: Date): number {
  const left = madeAt.getTime() + UNDO_DAYS * DAY_MS - now.getTime()
  return left <= 0 ? 0 : Math.min(UNDO_DAYS, Math.ceil(left / DAY_MS))
}

/** Why nothing of a change can be undone. */
export const LOCK_TEXTS: Readonly<Record<LockReason, string>> = {
  changed: 'changed since',
  results: 'it has results; stop tracking it instead',
  used: 'it has results, comments or articles; stop tracking it instead',
  gone: 'its keywords no longer exist',
  expired: `older than ${UNDO_DAYS} days`,
  undo: 'undone changes can’t be redone',
}
