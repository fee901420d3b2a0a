import { bringsKeywords } from '#shared/features/keywords/keyword-changes/rules.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { ChangeDeps } from '../deps.ts'
import { effectOfChange, isAction } from '../effect-reader.ts'
import { findUndo } from '../queries.ts'
import { applySlice } from '../slice-store.ts'
import * as store from '../store.ts'
import { undoSlice } from '../undo-store.ts'

export const MAKE_CHANGE = 'keyword-changes.make'

/** Takes the next slice of a change back. */
async function takeBack(
  tx: Db,
  { clock, timeZone }: ChangeDeps,
  change: store.LockedChange,
  isLast: boolean,
) {
  const { id, action, slicesDone: number, slices: of } = change
  const undo = await findUndo(tx, id)
  if (!undo) throw new Error(`Change ${id} is not being undone.`)
  const isRemoval = bringsKeywords(action)
  const slice = { changeId: id, number, of }
  await undoSlice(tx, slice, { undoId: undo.id, isRemoval, now: clock(), timeZone })
  if (isLast) await store.finishUndoing(tx, { id, undoId: undo.id, now: clock() })
}

/**
 * Applies or undoes the next slice of a change; returns whether any are left. Concurrent calls take turns.
 */
export async function makeSlice(tx: Db, deps: ChangeDeps, id: number): Promise<boolean> {
  const locked = await store.lockChange(tx, id)
  if (!locked || locked.appliedAt === null) return false
  const { state, slicesDone, slices, appliedAt, change } = locked
  const isLast = slicesDone + 1 >= slices
  if (state === 'applying' && isAction(change)) {
    const effect = await effectOfChange(tx, { keywords: deps.keywords, isFinal: true }, change)
    await applySlice(tx, { changeId: id, number: slicesDone, of: slices }, effect, appliedAt)
    if (isLast) await store.finishApplying(tx, id)
  } else if (state === 'undoing') {
    await takeBack(tx, deps, locked, isLast)
  } else return false
  await store.countSlice(tx, id)
  return !isLast
}

/** Applies or undoes a small change immediately, and leaves a large one to a job. */
export async function carryOut(tx: Db, deps: ChangeDeps, id: number, slices: number): Promise<void> {
  if (slices === 1) await makeSlice(tx, deps, id)
  else await deps.beginRun(tx, MAKE_CHANGE, { changeId: id })
}

/** Applies or undoes the next slice of a change, in a transaction of its own. */
export async function takeChangeStep({ db, ...deps }: ChangeDeps, id: number): Promise<StepEnd> {
  const isLeft = await transaction(db, async (tx) => {
    await allowBulk(tx)
    return makeSlice(tx, { db, ...deps }, id)
  })
  return isLeft ? 'done' : 'ended'
}
