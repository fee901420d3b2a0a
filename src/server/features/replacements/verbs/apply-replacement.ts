import { replacementEndpoints } from '#shared/features/replacements/contract.ts'
import { transaction } from '../../../db/connect.ts'
import { AppError, RequestInvalid } from '../../../errors.ts'
import { type PersonActor, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import type { ReplacementParts } from '../parts.ts'
import * as store from '../store.ts'
import { begin, lockOwn, namesOf } from './carry-out.ts'

/** Which of its places a replacement is carried out in. */
export interface Choice {
  id: number
  places: readonly number[]
  /** Live posts that would still be about the old product in places, as this person has read. */
  accepted: readonly number[]
}

const UNREAD = 'Read what would still be about the old product first.'

/** Begins to replace the product in these places of the frozen set. Of two at once, one does. */
export async function applyReplacement(
  parts: ReplacementParts,
  actor: PersonActor,
  { id, places, accepted }: Choice,
): Promise<void> {
  requires(actor, replacementEndpoints.apply.access)
  await transaction(parts.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    if (replacement.state !== 'prepared') return
    const wanted = [...new Set(places)]
    const unread = await store.countUnaccepted(tx, id, { places: wanted, accepted })
    if (unread > 0) throw new RequestInvalid('body', [{ path: 'accepted', message: UNREAD }])
    const ticked = await store.movePlaces(tx, id, { from: 'open', to: 'waiting', ids: wanted })
    if (ticked < wanted.length)
      throw new RequestInvalid('body', [{ path: 'places', message: 'Some of these places can’t be chosen.' }])
    await store.movePlaces(tx, id, { from: 'open', to: 'left' })
    await begin(parts, tx, actor, { id, state: 'applying', appliedAt: parts.clock() })
    await audit(tx, actor, 'product.replaced', {
      label: namesOf(replacement),
      after: { replacementId: id, from: replacement.oldAsin, to: replacement.newAsin, places: ticked },
    })
  })
}

/** Tries the places again that have failed. */
export async function retryReplacement(
  parts: ReplacementParts,
  actor: PersonActor,
  id: number,
): Promise<void> {
  requires(actor, replacementEndpoints.retry.access)
  await transaction(parts.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    if (replacement.state === 'undoing' || replacement.state === 'undone')
      throw new AppError('conflict', 'This replacement has been undone.')
    const places = await store.movePlaces(tx, id, { from: 'failed', to: 'waiting' })
    if (places === 0) return
    await begin(parts, tx, actor, { id, state: 'applying' })
    await audit(tx, actor, 'product.replacement-retried', {
      label: namesOf(replacement),
      after: { replacementId: id, places },
    })
  })
}
