import { allowBulk } from '../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { effectOf } from '../effect-reader.ts'
import type { ChangeParts } from '../parts.ts'
import { applySlice, undoSlice } from '../slice-store.ts'
import * as store from '../store.ts'

export const MAKE_CHANGE = 'keyword-changes.make'
/** A run whose server died comes back after this time. */
export const MAKE_LEASE_SECONDS = 120
/** A run begins no more slices after this time, so that it ends well within its lease. */
const RUN_MS = 20_000

/** Makes, or takes back, the next slice of a change; answers whether any are left. Two at once take turns. */
export async function makeSlice(tx: Db, { clock, keywords }: ChangeParts, id: number): Promise<boolean> {
  const change = await store.lockAnyChange(tx, id)
  if (!change || change.appliedAt === null) return false
  const { state, slicesDone, slices, appliedAt } = change
  const slice = { changeId: id, number: slicesDone, of: slices }
  const isLast = slicesDone + 1 >= slices
  if (state === 'applying') {
    const effect = await effectOf(tx, { keywords, isFinal: true }, change.change)
    await applySlice(tx, slice, effect, appliedAt)
    if (isLast) await store.finishApplying(tx, id)
  } else if (state === 'undoing') {
    await undoSlice(tx, slice, { appliedAt, now: clock() })
    if (isLast) await store.finishUndoing(tx, id, clock())
  } else return false
  await store.countSlice(tx, id)
  return !isLast
}

/** Goes on with a change slice by slice, each a transaction, so that whoever comes after a kill knows where it is. */
export async function makeChange(parts: ChangeParts, id: number): Promise<void> {
  const until = performance.now() + RUN_MS
  let isLeft = true
  while (isLeft && performance.now() < until) {
    isLeft = await transaction(parts.db, async (tx) => {
      await allowBulk(tx)
      return makeSlice(tx, parts, id)
    })
  }
  if (isLeft) await parts.enqueue(parts.db, MAKE_CHANGE, { changeId: id })
}
