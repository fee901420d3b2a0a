import { replacementEndpoints } from '#shared/features/articles/replacements/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, RequestInvalid } from '../../../../errors.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { type ClaimAnswer, claimsIn, withAnswers } from '../claim-text.ts'
import type { ReplacementDeps } from '../deps.ts'
import { listPlannedTexts } from '../queries.ts'
import * as store from '../store.ts'
import { begin, lockOwn, namesOf } from './carry-out.ts'

/** Which of its places a replacement is carried out in. */
export interface Choice {
  id: number
  places: readonly number[]
  /** Live posts that would still be about the old product in places, as this person has read. */
  accepted: readonly number[]
  /** What becomes of the sentences that claim something of the old product. */
  answers: readonly (ClaimAnswer & { place: number })[]
}

const UNREAD = 'Read what would still be about the old product first.'
const UNANSWERED = 'Rewrite or remove each sentence about the old product first.'
const UNKNOWN = 'One of these sentences isn’t in the post. Choose the product again.'
const WITHOUT = 'The post would no longer link to the new product. Keep one of its links.'

function refuse(path: 'accepted' | 'answers', message: string): never {
  throw new RequestInvalid('body', [{ path, message }])
}

/** Writes what a person wants of each claim into what the posts are to say; refuses where something is left without an answer. */
async function answerClaims(
  { withPicks }: Pick<ReplacementDeps, 'withPicks'>,
  tx: Db,
  { id, newAsin }: store.ReplacementRecord,
  { places, accepted, answers }: Omit<Choice, 'id'>,
): Promise<void> {
  const texts = (await listPlannedTexts(tx, id)).filter(({ placeId }) => places.includes(placeId))
  for (const { placeId, isLive, mentions, content } of texts) {
    const claims = claimsIn(content, mentions)
    const given = answers.filter(({ place }) => place === placeId)
    if (given.some(({ sentence }) => !claims.includes(sentence))) refuse('answers', UNKNOWN)
    if (!isLive) {
      // The site's editors can still write the rest, so nothing else has to be answered.
      await store.updateAnswers(
        tx,
        placeId,
        given.map(({ sentence, words }) => ({ sentence, words })),
      )
      continue
    }
    if (claims.some((claim) => !given.some(({ sentence }) => sentence === claim)))
      refuse('answers', UNANSWERED)
    if (claims.length < mentions.length && !accepted.includes(placeId)) refuse('accepted', UNREAD)
    if (given.length === 0) continue
    const answered = withPicks(withAnswers(content, given) ?? refuse('answers', UNKNOWN), content)
    if (!answered.toUpperCase().includes(newAsin)) refuse('answers', WITHOUT)
    await store.updateContent(tx, placeId, answered)
  }
}

/** Begins to replace the product in these places of the frozen set. Of two concurrent calls, one succeeds. */
export async function applyReplacement(
  deps: ReplacementDeps,
  actor: Caller,
  { id, places, ...said }: Choice,
): Promise<void> {
  requires(actor, replacementEndpoints.apply.access)
  await transaction(deps.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    if (replacement.state !== 'prepared') return
    const wanted = [...new Set(places)]
    await answerClaims(deps, tx, replacement, { places: wanted, ...said })
    const ticked = await store.movePlaces(tx, id, { from: 'open', to: 'waiting', ids: wanted })
    if (ticked < wanted.length)
      throw new RequestInvalid('body', [{ path: 'places', message: 'Some of these places can’t be chosen.' }])
    await store.movePlaces(tx, id, { from: 'open', to: 'left' })
    await begin(deps, tx, actor, { id, state: 'applying', appliedAt: deps.clock() })
    await audit(tx, actor, 'product.replaced', {
      label: namesOf(replacement),
      after: { replacementId: id, from: replacement.oldAsin, to: replacement.newAsin, places: ticked },
    })
  })
}

/** Tries the places again that have failed. */
export async function retryReplacement(deps: ReplacementDeps, actor: Caller, id: number): Promise<void> {
  requires(actor, replacementEndpoints.retry.access)
  await transaction(deps.db, async (tx) => {
    const replacement = await lockOwn(tx, actor, id)
    if (replacement.state === 'undoing' || replacement.state === 'undone')
      throw new AppError('conflict', 'This replacement has been undone.')
    const places = await store.movePlaces(tx, id, { from: 'failed', to: 'waiting' })
    if (places === 0) return
    await begin(deps, tx, actor, { id, state: 'applying' })
    await audit(tx, actor, 'product.replacement-retried', {
      label: namesOf(replacement),
      after: { replacementId: id, places },
    })
  })
}
