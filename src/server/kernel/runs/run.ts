import type { z } from 'zod'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../db/connect.ts'
import { loggableError } from '../../db/errors/loggable-error.ts'
import { type EnqueueOnce, type Job, job, MOST_TRIES } from '../../jobs/job.ts'
import { PermanentJobFailure, RetryLater } from '../../jobs/job-errors.ts'
import type { Queue } from '../../jobs/queue.ts'
import {
  endRun,
  ensureOpenRun,
  failRun,
  hastenJob,
  type OpenRun,
  openRun,
  pauseRun,
  takeRun,
} from './runs-store.ts'

/** A job takes no further step of a run after this time; the next job continues. */
const BUDGET_MS = MINUTE_MS
/** From the first failure of a step to the tries after those of the queue, and later; in milliseconds. */
const FAILED_PAUSE_MS = 15 * MINUTE_MS
const LONGEST_PAUSE_MS = 6 * HOUR_MS

/** After a step comes the next one, at once (`done`) or after a pause, or nothing. `reason` is shown to users. */
export type StepEnd = 'done' | 'ended' | { pauseSeconds: number; reason?: string }

/**
 * Work in steps that outlives its server. A step must be safe to repeat, because a server can die before the end of
 * the step is recorded.
 *
 * A step that throws is tried again by the queue, and later by `resumeRuns`. `Postponed` is a pause; `GivenUp` ends the
 * run as failed.
 */
export interface RunDefinition<Key extends object> {
  /** Noun and verb, also the name of its job: `adoptions.read-site`. */
  name: string
  key: z.ZodType<Key>
  /** As for its job. */
  access?: Job['access']
  step(key: Key): Promise<StepEnd>
  budgetMs?: number
  /** How many runs may take steps at the same time in one server; one unless said otherwise. */
  atOnce?: number
}

/**
 * Starts a run when the transaction `tx` has committed. One that is under way takes another step; one that is paused or
 * stopped goes on, unless a schedule asks.
 */
export type BeginRun = <Key extends object>(
  tx: Db,
  name: string,
  key: Key,
  how?: { afterSeconds?: number; isScheduled?: boolean },
) => Promise<void>

/** What a feature with runs is given. */
export interface RunDeps {
  db: Db
  clock: () => Date
  enqueueOnce: EnqueueOnce
  beginRun: BeginRun
}

export const beginRunWith =
  ({ clock, enqueue, isUnderWay }: Pick<Queue, 'enqueue' | 'isUnderWay'> & { clock: () => Date }): BeginRun =>
  async (tx, name, key, { afterSeconds = 0, isScheduled = false } = {}) => {
    const now = clock()
    const resumeAt = afterSeconds > 0 ? new Date(now.getTime() + afterSeconds * 1000) : null
    const isNew = await openRun(tx, { name, key, resumeAt, isScheduled }, now)
    if (!isNew && !isScheduled && (await hastenJob(tx, { name, key }))) return
    if (isNew || !(await isUnderWay(name, key, tx))) await enqueue(tx, name, key, { afterSeconds })
  }

/** The same for a caller that takes the steps itself. */
export const beginWithoutJob =
  (clock: () => Date): BeginRun =>
  async (tx, name, key) => {
    await openRun(tx, { name, key, resumeAt: null }, clock())
  }

const reasonOf = (error: unknown) => loggableError(error).message.trim() || 'It failed.'

/** Takes a step. A pause that the step throws is returned; any other error is recorded and thrown. */
async function stepOrPause<Key extends object>(
  { db, clock }: Pick<RunDeps, 'db' | 'clock'>,
  run: RunDefinition<Key>,
  { key, open }: { key: Key; open: OpenRun },
): Promise<StepEnd> {
  try {
    return await run.step(key)
  } catch (error) {
    if (error instanceof RetryLater)
      return { pauseSeconds: error.afterSeconds, reason: reasonOf(error.cause ?? error) }
    const now = clock()
    const pause = Math.min(FAILED_PAUSE_MS * 2 ** Math.floor(open.attempts / MOST_TRIES), LONGEST_PAUSE_MS)
    const resumeAt = error instanceof PermanentJobFailure ? null : new Date(now.getTime() + pause)
    await failRun(db, open, { reason: reasonOf(error), resumeAt, now }).catch(() => {})
    throw error
  }
}

/** Takes the next step of a run and records its end. A run that is not open has ended. */
export async function takeRunStep<Key extends object>(
  deps: Pick<RunDeps, 'db' | 'clock'>,
  run: RunDefinition<Key>,
  key: Key,
): Promise<StepEnd> {
  const { db, clock } = deps
  const open = await takeRun(db, { name: run.name, key }, clock())
  if (open === undefined) return 'ended'
  const end = await stepOrPause(deps, run, { key, open })
  if (end === 'ended') return (await endRun(db, open, clock())) ? 'ended' : 'done'
  const isPause = end !== 'done'
  const resumeAt = isPause ? new Date(clock().getTime() + end.pauseSeconds * 1000) : null
  const isOpen = await pauseRun(db, open, { resumeAt, reason: isPause ? (end.reason ?? null) : null })
  return isOpen ? end : 'ended'
}

/** The job that takes the steps of a run. */
export function runJob<Key extends object>(deps: RunDeps, run: RunDefinition<Key>): Job {
  const { db, clock, enqueueOnce } = deps
  const { name, key: payload, atOnce = 1, access = [], budgetMs = BUDGET_MS } = run
  return job({
    ...{ name, payload, atOnce, access, isRun: true },
    async run(key) {
      // A server of an older version enqueues jobs without opening runs.
      await ensureOpenRun(db, { name, key }, clock())
      const [began, beganAt] = [performance.now(), clock().getTime()]
      // Clocks may be set back.
      const isInBudget = () => performance.now() - began < budgetMs && clock().getTime() - beganAt < budgetMs
      let end: StepEnd = 'done'
      while (end === 'done' && isInBudget()) end = await takeRunStep(deps, run, key)
      if (end === 'ended') return
      const afterSeconds = end === 'done' ? 0 : end.pauseSeconds
      await transaction(db, (tx) => enqueueOnce(tx, name, key, { afterSeconds }))
    },
  })
}
