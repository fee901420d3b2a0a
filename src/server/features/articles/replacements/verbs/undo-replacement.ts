import { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import { UNDO_DAYS } from '#shared/features/keywords/keyword-changes/contract.ts'
import { daysToUndo } from '#shared/features/keywords/keyword-changes/rules.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ReplacementDeps } from '../deps.ts'
import * as store from '../store.ts'
import { begin, lockOwn, namesOf } from './carry-out.ts'
import { findLiveSite } from './change-live.ts'

const conflict = (message: string) => new AppError('conflict', message)

/**
 * The places that this person may put back now. A live post whose site does not let it be changed any more, or that
 * others would have to change, stays as it is, says why, and can be put back once that has changed.
 */
async function listOpen(tx: Db, actor: Caller, id: number) {
  const open: number[] = []
  const refusals: string[] = []
  for (const place of await store.listPlaces(tx, id, 'done')) {
    const { refused } = place.isLive ? await findLiveSite({ db: tx }, actor, place.siteId) : { refused: null }
    if (refused === null) open.push(place.id)
    else {
      refusals.push(refused)
      await store.movePlace(tx, place.id, { from: 'done', state: 'done', reason: refused })
    }
  }
  return { open, refusals }
}

/** Begins to restore the old product wherever the products were not edited since. Idempotent. */
export async function undoReplacement(deps: ReplacementDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, replacementEndpoints.undo.access)
  await transaction(deps.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    const { state, appliedAt } = replacement
    if (state === 'undoing' || state === 'undone') return
    if (appliedAt === null) throw conflict('This replacement hasn’t been carried out yet.')
    if (state === 'applying') throw conflict('The replacement is still running. Wait until it’s done.')
    if (daysToUndo(appliedAt, deps.clock()) === 0)
      throw conflict(`You can’t undo this: it’s older than ${UNDO_DAYS} days.`)
    const { open, refusals } = await listOpen(tx, actor, id)
    if (open.length === 0) throw conflict(refusals[0] ?? 'Nothing was replaced.')
    const places = await store.movePlaces(tx, id, { from: 'done', to: 'taking-back', ids: open })
    await begin(deps, tx, actor, { id, state: 'undoing' })
    await audit(tx, actor, 'product.put-back', {
      label: namesOf(replacement),
      after: { replacementId: id, from: replacement.newAsin, to: replacement.oldAsin, places },
    })
  })
}
