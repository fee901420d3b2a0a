import { setTimeout as sleep } from 'node:timers/promises'
import { type Db, transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import { HEARTBEAT_SECONDS } from '../../../../jobs/queue.ts'
import { hasHeldDecision } from '../decision-store.ts'
import { listWithoutCopy } from '../mirror-queries.ts'
import {
  extendLease,
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
  touchMirror,
} from '../mirror-store.ts'
import { findWholeArticle, type WholeArticle } from '../whole-queries.ts'

/** Jobs that update the copies; the payload is `{ articleId }`. */
export const MIRROR_JOBS: Readonly<Record<MirrorTarget, string>> = {
  task: 'articles.mirror-task',
  post: 'articles.mirror-post',
}

/** Permanent failures, which need a change of the settings or the article. */
const FINAL = new Set(['unauthorized', 'forbidden', 'invalid', 'payment_required'])

/** Requests a copy after the given transaction has committed. */
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
 * Retries copies that are still outdated after their job has given up: the system may be back, or the
 * settings fixed.
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

/** Requests copies that are missing: for imported articles, or articles older than their board. */
export async function requestMissing(deps: { db: Db; enqueue: Enqueue; clock: () => Date }): Promise<void> {
  for (const target of ['task', 'post'] as const)
    for (const { articleId } of await listWithoutCopy(deps.db, target))
      await transaction(deps.db, (tx) => requestMirror(deps, tx, articleId, target))
}

/** A copy without a live worker is free after this time, when the queue also retries its job. */
const LEASE_MS = HEARTBEAT_SECONDS * 1000
/** Heartbeats per lease, so that one can fail or be late. */
const BEATS = 4
/** Two saves in a row create two jobs, which workers start at the same time. */
const LEASE_TRIES = 20
const LEASE_PAUSE_MS = 100

export interface MirrorDeps {
  db: Db
  clock: () => Date
  /** Milliseconds after which the copy of a dead worker is free. */
  leaseMs?: number
}

/** Previous state of the copy. */
export type ShownBefore = Pick<MirrorRecord, 'version' | 'status' | 'returnId'>

/** Call before every step: throws if another worker has taken the copy. */
export type ExtendLease = () => Promise<void>

/** Takes the lease, waiting a moment for a worker that is about to finish. */
async function obtainLease(
  { db, clock, leaseMs }: Required<MirrorDeps>,
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

/** Extends the lease. Throws if another worker has taken it, which then has the copy to itself. */
async function extendOwn({ db, clock, leaseMs }: Required<MirrorDeps>, lease: Lease): Promise<void> {
  const until = new Date(clock().getTime() + leaseMs)
  if (!(await extendLease(db, lease, until))) throw new Error('Another worker has taken over this copy.')
  lease.until = until
}

/**
 * Runs `work` with the lease, which heartbeats extend however long a call takes. No heartbeat is running when
 * this returns, because the caller then uses the lease's expiry as its token.
 */
async function keepLease<Result>(
  deps: Required<MirrorDeps>,
  lease: Lease,
  work: (extend: ExtendLease) => Promise<Result>,
): Promise<Result> {
  let last = Promise.resolve()
  const extend = () => {
    last = last.catch(() => {}).then(() => extendOwn(deps, lease))
    return last
  }
  // The next step reports a lease that is lost.
  const timer = setInterval(() => extend().catch(() => {}), deps.leaseMs / BEATS)
  try {
    return await work(extend)
  } finally {
    clearInterval(timer)
    await last.catch(() => {})
  }
}

/**
 * Runs one try of a mirror. `effect` updates the outside system to the article's current state, and must be
 * idempotent. Only one worker at a time runs it; it calls `extend` before every step that writes. Success and
 * failure are recorded for users; a failure is rethrown, so that the queue retries.
 */
export async function runMirror(
  { db, clock, leaseMs = LEASE_MS }: MirrorDeps,
  articleId: number,
  target: MirrorTarget,
  effect: (article: WholeArticle, shown: ShownBefore, extend: ExtendLease) => Promise<void>,
): Promise<void> {
  // A decision is not mirrored while it can be undone. Its release requests the copy again.
  if (await hasHeldDecision(db, articleId)) return
  const held = await obtainLease({ db, clock, leaseMs }, articleId, target)
  const article = await findWholeArticle(db, articleId)
  if (!article) return
  if (!held) {
    if (await findMirror(db, articleId, target)) throw new Error('Another worker is updating this copy.')
    return
  }
  const { mirror, lease } = held
  try {
    await keepLease({ db, clock, leaseMs }, lease, (extend) => effect(article, mirror, extend))
  } catch (error) {
    const isFinal = error instanceof IntegrationError && FINAL.has(error.kind)
    await markFailed(db, lease, { error: sayFailure(error), isFinal, now: clock() })
    if (isFinal) return
    throw error
  }
  const { version, status } = article.article
  const returnId = article.returns.at(-1)?.entry.id ?? null
  await transaction(db, (tx) => markDone(tx, lease, { version, status, returnId, now: clock() }))
}

/**
 * Runs another action on a copy while no worker is updating it. Refused if a worker keeps the lease for
 * longer than a moment.
 */
export async function withCopy<Result>(
  { db, clock, leaseMs = LEASE_MS }: MirrorDeps,
  { articleId, target }: { articleId: number; target: MirrorTarget },
  work: () => Promise<Result>,
): Promise<Result> {
  const held = await obtainLease({ db, clock, leaseMs }, articleId, target)
  if (!held && (await findMirror(db, articleId, target)))
    throw new AppError('conflict', `The ${target} is being updated right now. Try again in a minute.`)
  if (!held) return work()
  try {
    return await keepLease({ db, clock, leaseMs }, held.lease, work)
  } finally {
    await transaction(db, (tx) => releaseLease(tx, held.lease))
  }
}
