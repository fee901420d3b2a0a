import type { ArticleStatus } from '#shared/features/articles/articles/rules.ts'
import type { ReplacementPlaceState } from '#shared/features/articles/replacements/contract.ts'
import { areSameProducts } from '#shared/features/articles/replacements/rules.ts'
import { isOneOf } from '#shared/format/keys.ts'
import type { Once } from '../../../../calls/once.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError, notFound, OldVersion, RequestInvalid } from '../../../../errors.ts'
import { IntegrationError, wasNotAsked } from '../../../../integrations/integration-error.ts'
import { NotKept } from '../../../../integrations/publishing-site/port.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import { RetryLater } from '../../../../jobs/job-errors.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { Caller } from '../../../../security/actor.ts'
import { readContent } from '../../articles/feature.ts'
import type { ReplacementDeps } from '../deps.ts'
import { findPerson, listResults } from '../queries.ts'
import * as store from '../store.ts'
import { changeLive } from './change-live.ts'
import { requestEdits } from './request-edits.ts'

export const CARRY_OUT = 'replacements.carry-out'

/** After this time a step starts no further place. */
const STEP_MS = 60_000

/** Display name of a replacement. */
export const namesOf = ({ oldName, oldAsin, newName, newAsin }: store.ReplacementRecord) =>
  `${oldName || oldAsin} → ${newName || newAsin}`

/**
 * Locks and returns the replacement. Only its owner may, because it writes into drafts that other users
 * cannot see.
 */
export async function lockOwn(tx: Db, actor: Caller, id: number): Promise<store.ReplacementRecord> {
  const replacement = await store.lockReplacement(tx, id)
  if (replacement?.userId !== actor.id) throw notFound('Replacement')
  return replacement
}

/** Starts a replacement, or its undo, on behalf of this user. */
export async function begin(
  { beginRun }: Pick<ReplacementDeps, 'beginRun'>,
  tx: Db,
  { id: actingId, origin: { requestId, address } }: Caller,
  { id, ...values }: { id: number; state: 'applying' | 'undoing'; appliedAt?: Date },
): Promise<void> {
  await store.updateReplacement(tx, id, { ...values, actingId, requestId, address })
  await beginRun(tx, CARRY_OUT, { replacementId: id })
}

interface Verdict {
  state: ReplacementPlaceState
  reason: string
}

const GONE = 'It no longer exists.'
const FAILED = 'Couldn’t save it.'
/** Failed tries per place and request, so that one place cannot hold up the rest of an undo for ever. */
const MOST_TRIES = 5
/** Shortest pause for a site that may not be queried now. */
const LEAST_PAUSE_SECONDS = 5

/** Whether the failure was internal rather than a refusal. The next try may succeed. */
const isOurFault = (error: unknown) =>
  !(error instanceof AppError || error instanceof RequestInvalid || error instanceof NotKept)

/**
 * The only transient errors of a site. For all others, a live post in an unknown state is not left for later.
 */
const PASSING = ['timeout', 'unavailable', 'rate_limited'] as const

/** Whether the job retries a place: one that could not be put back, or one whose site is unavailable. */
const comesAgain = (error: unknown, { place, isUndo }: { place: store.PlaceRecord; isUndo: boolean }) =>
  isUndo
    ? isOurFault(error)
    : place.isLive && error instanceof IntegrationError && isOneOf(PASSING, error.kind)

/** The state of a place that was not written, and the reason. */
function verdictOf(error: unknown): Verdict {
  if (error instanceof OldVersion) return { state: 'changed', reason: 'It has changed since.' }
  if (error instanceof RequestInvalid)
    return { state: 'failed', reason: error.validation.body?.message ?? FAILED }
  if (error instanceof IntegrationError) return { state: 'failed', reason: sayRefusal(error) }
  if (!(error instanceof AppError)) return { state: 'failed', reason: FAILED }
  if (error.code === 'notFound') return { state: 'changed', reason: GONE }
  return { state: error.code === 'conflict' ? 'changed' : 'failed', reason: error.message }
}

/** Processes a place while it is in the expected state, and records the new state in the same transaction. */
const oncePerPlace =
  (place: store.PlaceRecord, to: 'done' | 'undone'): Once =>
  async <Made>(tx: Db, make: () => Promise<Made>) => {
    const { id, state: from } = place
    const current = await store.lockPlace(tx, id)
    // Another run was faster, so its result is this place's result.
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

/**
 * Writes the new product into one place: into the article itself, or into an update of it if it is published.
 */
async function replaceIn(deps: ReplacementDeps, actor: Caller, place: store.PlaceRecord) {
  if (place.isLive) return changeLive(deps, actor, { place, to: 'done' })
  if (store.isRequest(place)) return requestEdits(deps, actor, { place, once: oncePerPlace(place, 'done') })
  const { articles } = deps
  const { articleId, version, after, status } = place
  if (articleId === null || version === null || after === null) throw new AppError('notFound', GONE)
  const once = oncePerPlace(place, 'done')
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
  edited: 'It has been edited since.',
  submitted: 'It has been submitted since.',
} as const

/** Why an article stays as it is, or a request for edits is not deleted; null if nothing prevents it. */
function reasonToStay(
  status: ArticleStatus,
  { isSame, isAsked }: { isSame: boolean; isAsked: boolean },
): string | null {
  if (!isSame && !isAsked) return STAYS.changed
  if (!isSame && status === 'draft') return STAYS.edited
  if (!isSame && status === 'requested') return STAYS.submitted
  return isSame && ['draft', 'returned', 'requested'].includes(status) ? null : STAYS.decided
}

/** Puts the old product back into one place. Deletes a draft that has not been edited since. */
async function takeBack(deps: ReplacementDeps, actor: Caller, place: store.PlaceRecord) {
  if (place.isLive) return changeLive(deps, actor, { place, to: 'undone' })
  const { db, articles } = deps
  const { resultId, before, after } = place
  const stored = resultId === null ? undefined : await readContent(db, resultId)
  const [article] = resultId === null ? [] : await listResults(db, [resultId], { userId: actor.id })
  const stays = (reason: string) =>
    store.movePlace(db, place.id, { from: place.state, state: 'stays', reason })
  if (!stored || !article?.isVisible || before === null || after === null) return stays(GONE)
  const { version } = stored
  const isUntouched = article.status === 'draft' && version === place.resultVersion
  const isAsked = store.isRequest(place)
  const isSame = isAsked ? isUntouched : areSameProducts(stored.content.products, after)
  const reason = reasonToStay(article.status, { isSame, isAsked })
  if (reason !== null) return stays(reason)
  const once = oncePerPlace(place, 'undone')
  if (isUntouched && (isAsked || place.status === 'published'))
    return articles.deleteOnce(actor, article.id, { version, once })
  return articles.saveOnce(actor, article.id, { products: before, version, once })
}

/** Whether a place can never be put back: it was edited, or its site does not keep what it is sent. */
const isForGood = (error: unknown, { state }: Verdict) =>
  state === 'changed' ||
  error instanceof NotKept ||
  (error instanceof IntegrationError && error.kind === 'not_found')

async function settle(
  { db, log }: ReplacementDeps,
  place: store.PlaceRecord,
  { error, isUndo }: { error: unknown; isUndo: boolean },
): Promise<void> {
  const verdict = verdictOf(error)
  if (verdict.reason === FAILED)
    log.warn({ err: error, placeId: place.id }, 'a product could not be replaced')
  // A place that could not be put back for now keeps its state, so that the user can press undo again.
  const state = !isUndo ? verdict.state : isForGood(error, verdict) ? 'stays' : 'done'
  // Without a database this fails too, and the job is retried.
  await store.movePlace(db, place.id, { from: place.state, state, reason: verdict.reason })
}

/** Counts a failed try if the site was really queried. Returns whether another try makes sense. */
const isTriedAgain = async ({ db }: ReplacementDeps, place: store.PlaceRecord, error: unknown) =>
  wasNotAsked(error) || (await store.countAttempt(db, place.id)) < MOST_TRIES

/**
 * Ends a replacement, or its undo, once no place is waiting. An undo that left places behind can be requested
 * again.
 */
async function finish({ db, clock }: ReplacementDeps, id: number): Promise<void> {
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

/** Retries the job once the paused sites may be queried again, or at the queue's own pace. */
function comeAgain(faults: readonly unknown[]): void {
  const pauses = faults.filter(wasNotAsked)
  if (pauses.length > 0) {
    const seconds = Math.max(...pauses.map(({ retryAfterMs = 0 }) => Math.ceil(retryAfterMs / 1000)))
    throw new RetryLater(Math.max(seconds, LEAST_PAUSE_SECONDS), { cause: pauses[0] })
  }
  if (faults.length > 0) throw faults[0]
}

/** Checked for every place: a user who is locked during the run does nothing more. */
async function requireActor(
  { db }: ReplacementDeps,
  actingId: number | null | undefined,
  origin: Parameters<typeof findPerson>[2],
) {
  const actor = actingId ? await findPerson(db, actingId, origin) : undefined
  if (!actor) throw new AppError('forbidden', 'The person who requested this can no longer sign in.')
  return actor
}

/**
 * Continues a replacement, or its undo, one place per transaction. After a crash the next run finds the
 * waiting places, and none is written twice.
 * A place that failed for an external reason can be tried again by the user. A place that could not be put
 * back stays waiting, and this throws at the end so that the job is retried a few times; then the user can
 * request the undo again. The same applies to a live post whose site is unavailable. A try in which no site
 * was queried does not count.
 */
export async function carryOut(deps: ReplacementDeps, id: number): Promise<StepEnd> {
  const replacement = await store.findReplacement(deps.db, id)
  const { state, actingId, requestId, address } = replacement ?? {}
  const isUndo = state === 'undoing'
  if (!isUndo && state !== 'applying') return 'ended'
  const origin = { requestId: requestId ?? '', address: address ?? '' }
  const faults: unknown[] = []
  const until = deps.clock().getTime() + STEP_MS
  for (const place of await store.listPlaces(deps.db, id, isUndo ? 'taking-back' : 'waiting')) {
    if (deps.clock().getTime() > until) return 'done'
    try {
      const actor = await requireActor(deps, actingId, origin)
      await (isUndo ? takeBack : replaceIn)(deps, actor, place)
    } catch (error) {
      if (comesAgain(error, { place, isUndo }) && (await isTriedAgain(deps, place, error))) {
        deps.log.warn({ err: error, placeId: place.id }, 'a place could not be written yet')
        faults.push(error)
      } else await settle(deps, place, { error, isUndo })
    }
  }
  comeAgain(faults)
  await finish(deps, id)
  return 'ended'
}
