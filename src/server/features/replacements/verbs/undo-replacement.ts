import { UNDO_DAYS } from '#shared/features/keyword-changes/contract.ts'
import { daysToUndo } from '#shared/features/keyword-changes/rules.ts'
import { replacementEndpoints } from '#shared/features/replacements/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { type PersonActor, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { ReplacementParts } from '../parts.ts'
import * as store from '../store.ts'
import { begin, lockOwn, namesOf } from './carry-out.ts'

const conflict = (message: string) => new AppError('conflict', message)

/** Begins to put the old product back, wherever nobody has changed the products since. Twice is once. */
export async function undoReplacement(
  parts: ReplacementParts,
  actor: PersonActor,
  id: number,
): Promise<void> {
  requires(actor, replacementEndpoints.undo.access)
  await transaction(parts.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    const { state, appliedAt } = replacement
    if (state === 'undoing' || state === 'undone') return
    if (appliedAt === null) throw conflict('This replacement has not been carried out yet.')
    if (state === 'applying') throw conflict('This is still being replaced. Please wait until it is done.')
    if (daysToUndo(appliedAt, parts.clock()) === 0)
      throw conflict(`This cannot be undone: older than ${UNDO_DAYS} days.`)
    const places = await store.movePlaces(tx, id, { from: 'done', to: 'taking-back' })
    if (places === 0) throw conflict('Nothing was replaced.')
    await begin(parts, tx, actor, { id, state: 'undoing' })
    await audit(tx, actor, 'product.put-back', {
      label: namesOf(replacement),
      after: { replacementId: id, from: replacement.newAsin, to: replacement.oldAsin, places },
    })
  })
}
