import type { FastifyBaseLogger } from 'fastify'
import { countedIn } from '#shared/format/count.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import { isUnwritable, transaction } from '../../../../db/connect.ts'
import { IntegrationError, refusesAccount } from '../../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../../integrations/refusal-words.ts'
import type { EditorialHit, ShareOfVoiceSource } from '../../../../integrations/share-of-voice-source/port.ts'
import { isDue } from '../../../../jobs/daily.ts'
import type { RunDeps, StepEnd } from '../../../../kernel/runs/run.ts'
import { closeRun, hasRun } from '../../../../kernel/runs/runs-store.ts'
import { emitEvent } from '../../../../security/events.ts'
import * as items from '../collection-store.ts'
import { recordHits } from './record-hits.ts'

export const COLLECT_BATCH = 'share-of-voice.collect-batch'

/** Keywords per batch, for each that may be looked up at the same time: about a minute and a half at five a second. */
const BATCH_PER_SLOT = 60
/** Keywords per transaction at the beginning of a day. */
const BEGUN_AT_ONCE = 20_000
/** A batch starts no look-ups after this time; the next batch continues. */
const BATCH_MS = 240_000
/** Answers per write. */
const WRITTEN_AT_ONCE = 50
const MOST_ATTEMPTS = 5
/** Delay before the second try of a keyword. Each further delay is four times as long. */
const FIRST_PAUSE_MS = 60_000
/** After this many failures in a row, the source is treated as down, rather than the keywords as bad. */
const DOWN_AFTER = 20
const DOWN_PAUSE_MS = 300_000
const LONGEST_PAUSE_SECONDS = 3600
/** Pause after the source has refused the account, which an administrator must fix first. */
const REFUSED_PAUSE_MS = HOUR_MS

export interface CollectDeps extends RunDeps {
  timeZone: string
  source: ShareOfVoiceSource
  log: Pick<FastifyBaseLogger, 'info' | 'warn'>
  /** `HH:MM` in the organization's time zone. */
  dailyAt: string
  /** If false, nothing is collected: a real workspace must not contain the sample's publishers. */
  isCollecting: () => Promise<boolean>
  /** Called when the source refuses the account, and when it works. */
  tell: { failure: (error: IntegrationError) => Promise<void>; success: () => Promise<void> }
}

/** Lets every tracked keyword wait for the day, in short transactions; can be repeated. */
async function addItems({ db }: CollectDeps, day: string, now: Date): Promise<void> {
  await items.removeOtherDays(db, day)
  let after: number | null = 0
  while (after !== null) {
    const slice: Parameters<typeof items.addItems>[1] = { day, now, after, most: BEGUN_AT_ONCE }
    after = await transaction<number | null>(db, (tx) => items.addItems(tx, slice))
  }
}

/** Starts collecting today's share of voice, once a day and not before its time. */
export async function beginCollection(deps: CollectDeps): Promise<void> {
  const { db, clock, timeZone, beginRun } = deps
  const now = clock()
  if (!isDue(now, deps) || !(await deps.isCollecting())) return
  const day = dayAt(now, timeZone)
  // A day has begun when its run was opened.
  if (!(await hasRun(db, { name: COLLECT_BATCH, key: { day } }))) await addItems(deps, day, now)
  await transaction(db, async (tx) => {
    await closeRun(tx, { name: COLLECT_BATCH, key: { day: plusDays(day, -1) } }, now)
    if (await items.isAnyWaiting(tx, day)) await beginRun(tx, COLLECT_BATCH, { day }, { isScheduled: true })
  })
}

interface Answered {
  item: items.CollectionItem
  hits: readonly EditorialHit[]
}

interface Batch {
  day: string
  /** Looked up, not written yet. */
  answered: Answered[]
  failuresInARow: number
  /** The source refuses the account: no further requests. */
  refusal: IntegrationError | null
}

async function writeAnswers({ db }: CollectDeps, day: string, answers: readonly Answered[]): Promise<void> {
  const hits = answers.flatMap(({ item, hits: shown }) =>
    shown.map((hit) => ({ ...hit, keywordId: item.keywordId, day })),
  )
  const ids = answers.map(({ item }) => item.keywordId)
  await transaction(db, async (tx) => {
    await recordHits(tx, hits, day)
    await items.markDone(tx, day, ids)
  })
}

/** Writes one answer. One that the database cannot store is not requested again that day. */
async function writeOrFail(deps: CollectDeps, { day }: Batch, answer: Answered): Promise<void> {
  try {
    await writeAnswers(deps, day, [answer])
  } catch (error) {
    if (!isUnwritable(error)) throw error
    const { keywordId, keyword } = answer.item
    deps.log.warn({ err: error, day, keyword }, 'share of voice: an answer that cannot be written')
    await items.markFailed(deps.db, day, {
      keywordId,
      error: 'The answer could not be written.',
      dueAt: null,
    })
  }
}

/** Writes the answers together, or one by one if one of them is invalid. */
async function write(deps: CollectDeps, batch: Batch): Promise<void> {
  const answers = batch.answered.splice(0)
  if (answers.length === 0) return
  try {
    await writeAnswers(deps, batch.day, answers)
  } catch (error) {
    if (!isUnwritable(error)) {
      // The answers have been paid for.
      batch.answered.unshift(...answers)
      throw error
    }
    for (const answer of answers) await writeOrFail(deps, batch, answer)
  }
}

async function lookUp(deps: CollectDeps, batch: Batch, item: items.CollectionItem): Promise<void> {
  const { db, source, clock } = deps
  try {
    batch.answered.push({ item, hits: await source.editorialFor(item.keyword, batch.day) })
    batch.failuresInARow = 0
  } catch (error) {
    if (error instanceof IntegrationError && (refusesAccount(error) || error.kind === 'rate_limited')) {
      batch.refusal ??= error
      return
    }
    batch.failuresInARow += 1
    const pause = FIRST_PAUSE_MS * 4 ** item.attempts
    const isLast = item.attempts + 1 >= MOST_ATTEMPTS
    await items.markFailed(db, batch.day, {
      keywordId: item.keywordId,
      error: String(error).slice(0, 500),
      dueAt: isLast ? null : new Date(clock().getTime() + pause),
    })
  }
  if (batch.answered.length >= WRITTEN_AT_ONCE) await write(deps, batch)
}

/**
 * Looks up as many at a time as the source allows, until the list is done, time is up or the source is down.
 */
async function lookUpAll(deps: CollectDeps, batch: Batch, due: readonly items.CollectionItem[]) {
  const until = performance.now() + BATCH_MS
  const waiting = due.values()
  let isBroken = false
  const isOver = () =>
    isBroken || batch.refusal !== null || performance.now() > until || batch.failuresInARow >= DOWN_AFTER
  const work = async () => {
    for (const item of waiting) {
      if (isOver()) return
      await lookUp(deps, batch, item).catch((error) => {
        isBroken = true
        throw error
      })
    }
  }
  const ends = await Promise.allSettled(Array.from({ length: deps.source.atOnce }, work))
  // Only the database can fail here. Everything stops, because the batch will be retried.
  const broken = ends.find((end) => end.status === 'rejected')
  // Answers so far are saved if the database is available again, so that they need not be requested twice.
  const written = write(deps, batch)
  if (!broken) return written
  await written.catch(() => {})
  throw broken.reason
}

/** How long to leave a failing source alone, in milliseconds; null if it works. */
function pauseAfter({ refusal, failuresInARow }: Batch): number | null {
  if (refusal !== null) return refusal.retryAfterMs ?? REFUSED_PAUSE_MS
  return failuresInARow >= DOWN_AFTER ? DOWN_PAUSE_MS : null
}

/** A repeated batch sends no second event. */
const tellCollected = (db: CollectDeps['db'], day: string, keywords: number) =>
  transaction(db, (tx) =>
    emitEvent(tx, {
      type: 'share_of_voice.collected',
      ...{ subjectId: day, label: countedIn(keywords, 'keyword'), count: keywords },
      ...{ isOnce: true, job: COLLECT_BATCH },
    }),
  )

/** Looks up the next keywords of a day. */
export async function collectBatch(deps: CollectDeps, day: string): Promise<StepEnd> {
  const { db, clock, timeZone, log } = deps
  if (day !== dayAt(clock(), timeZone)) {
    log.warn({ day, ...(await items.readProgress(db, day)) }, 'share of voice: the day is over')
    return 'ended'
  }
  const batch: Batch = { day, answered: [], failuresInARow: 0, refusal: null }
  await lookUpAll(
    deps,
    batch,
    await items.listDue(db, { day, now: clock(), most: BATCH_PER_SLOT * deps.source.atOnce }),
  )
  const { nextAt, ...progress } = await items.readProgress(db, day)
  log.info({ day, ...progress }, 'share of voice collected')
  if (batch.refusal === null) await deps.tell.success()
  else if (batch.refusal.kind !== 'rate_limited') await deps.tell.failure(batch.refusal)
  if (nextAt === null) {
    await tellCollected(db, day, progress.done)
    return 'ended'
  }
  const pause = pauseAfter(batch) ?? nextAt.getTime() - clock().getTime()
  const pauseSeconds = Math.min(Math.ceil(pause / 1000), LONGEST_PAUSE_SECONDS)
  if (pauseSeconds <= 0) return 'done'
  return { pauseSeconds, ...(batch.refusal ? { reason: sayRefusal(batch.refusal) } : {}) }
}
