import {
  keywordChangeEndpoints,
  type LockReason,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import { daysToUndo, LOCK_TEXTS, maySeeChange } from '#shared/features/keywords/keyword-changes/rules.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ChangeDeps } from '../deps.ts'
import { findUndo, readOutlooks } from '../queries.ts'
import * as store from '../store.ts'
import { carryOut } from './make-change.ts'

const conflict = (message: string) => new AppError('conflict', message)
const locked = (reason: LockReason) => conflict(`You can’t undo this: ${LOCK_TEXTS[reason]}.`)

/** Refuses what cannot be taken back, or not any more; answers whether it already is. */
async function refuse(tx: Db, { clock, timeZone }: ChangeDeps, actor: Caller, change: store.LockedChange) {
  const { id, state, action, appliedAt, changed, isForgotten, slices } = change
  if (state === 'prepared' || appliedAt === null) throw conflict('This change hasn’t been made yet.')
  if (action === 'undo') throw locked('undo')
  if (state === 'applying') throw conflict('This change is still running. Wait until it’s done.')
  if (state !== 'applied') {
    const undo = await findUndo(tx, id)
    if (undo && undo.userId !== actor.id) throw conflict(`${undo.name} has already undone this.`)
    return true
  }
  if (isForgotten || daysToUndo(appliedAt, clock()) === 0) throw locked('expired')
  if (changed > 0 && slices === 1) {
    const outlook = (await readOutlooks(tx, [id], timeZone)).get(id)
    if (outlook && outlook.back === 0) throw locked(outlook.reason ?? 'changed')
  }
  return false
}

/** Undoes a change; the undo is a change itself. Of two concurrent calls, one succeeds. */
export async function undoChange(deps: ChangeDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, keywordChangeEndpoints.undo.access)
  await transaction(deps.db, async (tx) => {
    await allowBulk(tx)
    const change = await store.lockChange(tx, id)
    if (!change || !maySeeChange(actor, change)) throw notFound('Change')
    if (await refuse(tx, deps, actor, change)) return
    const { action, changed, slices } = change
    const undoId = await store.beginUndoing(tx, change, { userId: actor.id, now: deps.clock() })
    await carryOut(tx, deps, id, slices)
    await audit(tx, actor, 'keyword.many-restored', {
      after: { changeId: id, undoId, action, changes: changed },
    })
  })
}
