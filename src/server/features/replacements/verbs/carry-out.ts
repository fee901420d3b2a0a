import type { ReplacementPlaceState } from '#shared/features/replacements/contract.ts'
import { areSameProducts } from '#shared/features/replacements/rules.ts'
import { isOneOf } from '#shared/format/keys.ts'
import type { Once } from '../../../calls/once.ts'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError, notFound, OldVersion, RequestInvalid } from '../../../errors.ts'
import { IntegrationError, wasNotAsked } from '../../../integrations/integration-error.ts'
import { NotKept } from '../../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { Postponed } from '../../../jobs/job-ends.ts'
import type { Caller, PersonActor } from '../../../security/actor.ts'
import { readContent } from '../../articles/feature.ts'
import type { ReplacementParts } from '../parts.ts'
import { findPerson, listVisible } from '../queries.ts'
import * as store from '../store.ts'
import { changeLive } from './change-live.ts'

export const CARRY_OUT = 'replacements.carry-out'

/** After that a run begins no further place and leaves the rest to the next one: whose server died comes back soon. */
const RUN_MS = 60_000

/** What a replacement is called, for people. */
export const namesOf = ({ oldName, oldAsin, newName, newAsin }: store.ReplacementRecord) =>
  `${oldName || oldAsin} → ${newName || newAsin}`

/** The replacement, locked, for whoever made it: it goes into drafts that there are for nobody else. */
export async function lockOwn(tx: Db, actor: PersonActor, id: number): Promise<store.ReplacementRecord> {
  const replacement = await store.lockReplacement(tx, id)
  if (replacement?.userId !== actor.id) throw notFound('Replacement')
  return replacement
}

/** Leaves a replacement, or its undo, to the job, which works on this person's behalf. */
export async function begin(
  { enqueue }: Pick<ReplacementParts, 'enqueue'>,
  tx: Db,
  { id: actingId, origin: { requestId, address } }: PersonActor,
  { id, ...values }: { id: number; state: 'applying' | 'undoing'; appliedAt?: Date },
): Promise<void> {
  await store.updateReplacement(tx, id, { ...values, actingId, requestId, address })
  await enqueue(tx, CARRY_OUT, { replacementId: id })
}

interface Verdict {
  state: ReplacementPlaceState
  reason: string
}

const GONE = 'It no longer exists.'
const FAILED = 'Couldn’t save it.'
/** So often a place is tried in vain each time that somebody asks: the rest of an undo does not wait for it for ever. */
const MOST_TRIES = 5
/** At least as long a site is left alone that nobody may ask now. */
const LEAST_PAUSE_SECONDS = 5

/** Whether nobody has refused anything: the next try may well do. */
const isOurFault = (error: unknown) =>
  !(error instanceof AppError || error instanceof RequestInvalid || error instanceof NotKept)

/** Of what a site says only this may pass; a live post of which nobody knows what became is not left so. */
const PASSING = ['timeout', 'unavailable', 'rate_limited'] as const

/** Whether the job comes again for a place by itself: for what it could not put back, and for sites that are away. */
const comesAgain = (error: unknown, { place, isUndo }: { place: store.PlaceRecord; isUndo: boolean }) =>
  isUndo
    ? isOurFault(error)
    : place.isLive && error instanceof IntegrationError && isOneOf(PASSING, error.kind)

/** What became of a place that was not written, and why. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof OldVersion) return { state: 'changed', reason: 'It has changed since.' }
  if (error instanceof RequestInvalid)
    return { state: 'failed', reason: error.validation.body?.message ?? FAILED }
  if (error instanceof IntegrationError) return { state: 'failed', reason: sayRefusal(error) }
  if (!(error instanceof AppError)) return { state: 'failed', reason: FAILED }
  if (error.code === 'notFound') return { state: 'changed', reason: GONE }
  return { state: error.code === 'conflict' ? 'changed' : 'failed', reason: error.message }
}

/** Works on a place as long as it waits in this state, and writes down with it what it has become. */
const onceAt =
  (place: store.PlaceRecord, to: 'done' | 'undone'): Once =>
  async <Made>(tx: Db, make: () => Promise<Made>) => {
    const { id, state: from } = place
    const current = await store.lockPlace(tx, id)
    // Somebody else was quicker: what was made is that place's result.
    if (current?.state !== from) return current?.resultId as Made
    const made = await make()
    const resultId = typeof made === 'number' ? made : null
    const written = to === 'done' && resultId !== null ? await readContent(tx, resultId) : undefined
    await store.movePlace(tx, id, {
      from,
      state: to,
      reason: null,
      ...(written ? { resultId, resultVersion: written.version } : {}),
    })
    return made
  }

/** Writes the new product into one place: into the article itself, or into an update of it where it is out. */
async function replaceIn(parts: ReplacementParts, actor: Caller, place: store.PlaceRecord) {
  if (place.isLive) return changeLive(parts, actor, { place, to: 'done' })
  const { articles } = parts
  const { articleId, version, after, status } = place
  if (articleId === null || version === null || after === null) throw new AppError('notFound', GONE)
  const once = onceAt(place, 'done')
  if (status !== 'published') {
    await articles.saveOnce(actor, articleId, { products: after, version, once })
    return
  }
  const fresh = after.find(
    ({ asin, summary }) => summary === '' && !place.before?.some((row) => row.asin === asin),
  )
  const checklist = fresh ? [{ kind: 'product', text: `${fresh.name}: write its summary` }] : []
  await articles.beginRevision(actor, { articleId, version, productsInstead: after, checklist }, once)
}

const STAYS = {
  changed: 'Its products have changed since.',
  decided: 'It has been reviewed since.',
} as const

/** Puts the old product back into one place; a draft that nobody has touched since goes. */
async function takeBack(parts: ReplacementParts, actor: Caller, place: store.PlaceRecord) {
  if (place.isLive) return changeLive(parts, actor, { place, to: 'undone' })
  const { db, articles } = parts
  const { resultId, before, after } = place
  const stored = resultId === null ? undefined : await readContent(db, resultId)
  const [article] = resultId === null ? [] : await listVisible(db, [resultId], actor.id)
  const stays = (reason: string) =>
    store.movePlace(db, place.id, { from: place.state, state: 'stays', reason })
  if (!stored || !article || before === null || after === null) return stays(GONE)
  if (!areSameProducts(stored.content.products, after)) return stays(STAYS.changed)
  if (!['draft', 'returned', 'requested'].includes(article.status)) return stays(STAYS.decided)
  const once = onceAt(place, 'undone')
  const { version } = stored
  const isUntouched =
    place.status === 'published' && article.status === 'draft' && version === place.resultVersion
  if (isUntouched) return articles.deleteOnce(actor, article.id, { version, once })
  return articles.saveOnce(actor, article.id, { products: before, version, once })
}

/** Whether a place cannot be put back ever: somebody has changed it, or its site does not keep what it is given. */
const isForGood = (error: unknown, { state }: Verdict) =>
  state === 'changed' ||
  error instanceof NotKept ||
  (error instanceof IntegrationError && error.kind === 'not_found')

async function settle(
  { db, log }: ReplacementParts,
  place: store.PlaceRecord,
  { error, isUndo }: { error: unknown; isUndo: boolean },
): Promise<void> {
  const verdict = verdictOf(error)
  if (verdict.reason === FAILED)
    log.warn({ err: error, placeId: place.id }, 'a product could not be replaced')
  // What could not be put back for now stands where it stood: the undo can be pressed again.
  const state = !isUndo ? verdict.state : isForGood(error, verdict) ? 'stays' : 'done'
  // Without a database nobody can write that down either, and the job comes again.
  await store.movePlace(db, place.id, { from: place.state, state, reason: verdict.reason })
}

/** Counts a try that has failed, where somebody was asked; whether the next one may do better. */
const isTriedAgain = async ({ db }: ReplacementParts, place: store.PlaceRecord, error: unknown) =>
  wasNotAsked(error) || (await store.countAttempt(db, place.id)) < MOST_TRIES

/** Ends a replacement, or its undo, once no place waits any more. An undo that has left something can be asked for again. */
async function finish({ db, clock }: ReplacementParts, id: number): Promise<void> {
  await transaction(db, async (tx) => {
    const replacement = await store.lockReplacement(tx, id)
    const isUndo = replacement?.state === 'undoing'
    if (!isUndo && replacement?.state !== 'applying') return
    const left = await store.listPlaces(tx, id, isUndo ? 'taking-back' : 'waiting')
    if (left.length > 0) return
    const isWhole = isUndo && (await store.listPlaces(tx, id, 'done')).length === 0
    await store.updateReplacement(
      tx,
      id,
      isWhole ? { state: 'undone', undoneAt: clock() } : { state: 'applied' },
    )
  })
}

/** The job comes again: once those may be asked that nobody may ask now, or by the queue's own pace. */
function comeAgain(faults: readonly unknown[]): void {
  const pauses = faults.filter(wasNotAsked)
  if (pauses.length > 0) {
    const seconds = Math.max(...pauses.map(({ retryAfterMs = 0 }) => Math.ceil(retryAfterMs / 1000)))
    throw new Postponed(Math.max(seconds, LEAST_PAUSE_SECONDS), { cause: pauses[0] })
  }
  if (faults.length > 0) throw faults[0]
}

/**
 * Goes on with a replacement, or its undo, place by place, each a transaction: whoever comes after a kill finds those
 * that wait, and none is written twice. A place that could not be written for no fault of its own can be tried again
 * by whoever asked; one that could not be put back waits, and this throws at its end, so that the job comes again: a few
 * times, after which the undo can be asked for again. So does a live post whose site is away; a try in which nobody was
 * asked is none.
 */
export async function carryOut(parts: ReplacementParts, id: number): Promise<void> {
  const replacement = await store.findReplacement(parts.db, id)
  const { state, actingId, requestId, address } = replacement ?? {}
  const isUndo = state === 'undoing'
  if (!isUndo && state !== 'applying') return
  const origin = { requestId: requestId ?? '', address: address ?? '' }
  const faults: unknown[] = []
  const until = parts.clock().getTime() + RUN_MS
  for (const place of await store.listPlaces(parts.db, id, isUndo ? 'taking-back' : 'waiting')) {
    if (parts.clock().getTime() > until)
      throw new Postponed(LEAST_PAUSE_SECONDS, { cause: 'further places wait' })
    try {
      // Asked anew for each: who is locked in the middle does nothing more.
      const actor = actingId ? await findPerson(parts.db, actingId, origin) : undefined
      if (!actor) throw new AppError('forbidden', 'The person who requested this can no longer sign in.')
      await (isUndo ? takeBack : replaceIn)(parts, actor, place)
    } catch (error) {
      if (comesAgain(error, { place, isUndo }) && (await isTriedAgain(parts, place, error))) {
        parts.log.warn({ err: error, placeId: place.id }, 'a place could not be written yet')
        faults.push(error)
      } else await settle(parts, place, { error, isUndo })
    }
  }
  comeAgain(faults)
  await finish(parts, id)
}
