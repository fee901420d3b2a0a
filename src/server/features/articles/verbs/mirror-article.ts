import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, transaction } from '../../../db/connect.ts'
import { AppError } from '../../../errors.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import { hasHeldDecision } from '../decision-store.ts'
import { listWithoutCopy } from '../mirror-queries.ts'
import {
  findMirror,
  type Lease,
  leaseMirror,
  listBehind,
  type MirrorRecord,
  type MirrorTarget,
  markDone,
  markFailed,
  markWaiting,
  releaseLease,
  renewLease,
  touchMirror,
} from '../mirror-store.ts'
import { readArticles, type WholeArticle } from '../queries.ts'

/** The jobs that bring the copies up to date; the payload is `{ articleId }`. */
export const MIRROR_JOBS: Readonly<Record<MirrorTarget, string>> = {
  task: 'articles.mirror-task',
  post: 'articles.mirror-post',
}

/** Failures that no number of tries mends; somebody has to look at the settings or at the article. */
const FINAL = new Set(['unauthorized', 'forbidden', 'invalid', 'payment_required'])

/** Asks for a copy to be brought up to date, once the transaction that `tx` stands for has committed. */
export async function requestMirror(
  { enqueue, clock }: { enqueue: Enqueue; clock: () => Date },
  tx: Db,
  articleId: number,
  target: MirrorTarget,
): Promise<void> {
  await markWaiting(tx, articleId, target, clock())
  await enqueue(tx, MIRROR_JOBS[target], { articleId })
}

const FORGOTTEN_MS = 40 * 60_000

/**
 * Asks anew for copies that have been behind longer than their job went on trying: the other side may be back, and
 * somebody may have mended the settings.
 */
export async function retryMirrors(
  { db, enqueue, clock }: { db: Db; enqueue: Enqueue; clock: () => Date },
  forgottenMs = FORGOTTEN_MS,
): Promise<void> {
  const before = new Date(clock().getTime() - forgottenMs)
  for (const { articleId, target } of await listBehind(db, before)) {
    await transaction(db, async (tx) => {
      await touchMirror(tx, articleId, target, clock())
      await enqueue(tx, MIRROR_JOBS[target], { articleId })
    })
  }
}

/** Asks for the copies that nobody has asked for: of articles that were brought in, or are older than their board. */
export async function requestMissing(parts: { db: Db; enqueue: Enqueue; clock: () => Date }): Promise<void> {
  for (const target of ['task', 'post'] as const)
    for (const { articleId } of await listWithoutCopy(parts.db, target))
      await transaction(parts.db, (tx) => requestMirror(parts, tx, articleId, target))
}

/** How long one step may take before another worker may begin anew: the calls between two renewals end before that. */
const LEASE_MS = 90_000
/** After this the job itself comes back, and finds the copy held as long as its worker lives. */
export const MIRROR_LEASE_SECONDS = 120
/** Two saves in a row make two jobs, which workers take up together. */
const LEASE_TRIES = 20
const LEASE_PAUSE_MS = 100

export interface MirrorParts {
  db: Db
  clock: () => Date
  /** Milliseconds that one step may take. */
  leaseMs?: number
}

/** What the copy showed before. */
export type ShownBefore = Pick<MirrorRecord, 'version' | 'status' | 'returnId'>

/** Called before every step: goes on having the copy for itself, or throws where another worker has it by now. */
export type Renew = () => Promise<void>

/** Takes the copy, after a moment where another worker is just about to finish with it. */
async function obtainLease(
  { db, clock, leaseMs }: Required<MirrorParts>,
  articleId: number,
  target: MirrorTarget,
): Promise<{ mirror: MirrorRecord; lease: Lease } | undefined> {
  for (let tries = 1; ; tries++) {
    const now = clock()
    const lease = { articleId, target, until: new Date(now.getTime() + leaseMs) }
    const mirror = await leaseMirror(db, lease, now)
    if (mirror) return { mirror, lease }
    if (tries === LEASE_TRIES || !(await findMirror(db, articleId, target))) return undefined
    await sleep(LEASE_PAUSE_MS)
  }
}

/** Holds the copy for as long again. Throws where another worker has taken it, who then has it for itself. */
async function renew({ db, clock, leaseMs }: Required<MirrorParts>, lease: Lease): Promise<void> {
  const until = new Date(clock().getTime() + leaseMs)
  if (!(await renewLease(db, lease, until))) throw new Error('Another worker has taken over this copy.')
  lease.until = until
}

/**
 * Runs one try of a mirror: `effect` makes the outside world agree with the article as it is at this moment, and must
 * do no harm when it is run again. Only one worker at a time tries, as long as it calls `renew` before every step;
 * success and failure are written down where people see them; a failure is thrown on, so that the queue tries again.
 */
export async function runMirror(
  { db, clock, leaseMs = LEASE_MS }: MirrorParts,
  articleId: number,
  target: MirrorTarget,
  effect: (article: WholeArticle, shown: ShownBefore, renew: Renew) => Promise<void>,
): Promise<void> {
  // What a decision changed is not shown before it can no longer be undone; its release requests the copy again.
  if (await hasHeldDecision(db, articleId)) return
  const held = await obtainLease({ db, clock, leaseMs }, articleId, target)
  const [article] = await readArticles(db, [articleId])
  if (!article) return
  if (!held) {
    if (await findMirror(db, articleId, target)) throw new Error('Another worker is updating this copy.')
    return
  }
  const { mirror, lease } = held
  try {
    await effect(article, mirror, () => renew({ db, clock, leaseMs }, lease))
  } catch (error) {
    const isFinal = error instanceof IntegrationError && FINAL.has(error.kind)
    await markFailed(db, lease, { error: reasonOf(error), isFinal, now: clock() })
    if (isFinal) return
    throw error
  }
  const { version, status } = article.article
  const returnId = article.returns.at(-1)?.entry.id ?? null
  await transaction(db, (tx) => markDone(tx, lease, { version, status, returnId, now: clock() }))
}

/**
 * Does something to a copy besides making it agree with its article, while nobody else is at it. Refused where somebody
 * stays at it for longer than a moment.
 */
export async function withCopy<Result>(
  { db, clock, leaseMs = LEASE_MS }: MirrorParts,
  { articleId, target }: { articleId: number; target: MirrorTarget },
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await obtainLease({ db, clock, leaseMs }, articleId, target)
  if (!held && (await findMirror(db, articleId, target)))
    throw new AppError('conflict', `The ${target} is being updated right now. Try again in a minute.`)
  try {
    return await work()
  } finally {
    if (held) await transaction(db, (tx) => releaseLease(tx, held.lease))
  }
}

/** One line for the people who wait for the copy; the inside of a failure stays in the log. */
const reasonOf = (error: unknown): string =>
  error instanceof IntegrationError ? sayRefusal(error) : 'Something went wrong on our side.'
