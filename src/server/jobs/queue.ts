import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { runSql } from '../db/run-sql.ts'
import type { Enqueue, Job } from './job.ts'
import { finish, startWorker, type Worker } from './worker.ts'

/** How soon what failed, or was left behind by a server that died, is tried again. */
export interface QueuePace {
  retryLimit: number
  /** Seconds before the second try. */
  retryDelay: number
  /** Each further try waits twice as long. */
  retryBackoff: boolean
  /** The longest that any job may take. */
  leaseSeconds: number
  /** How often the queue looks for jobs whose lease is over. */
  maintenanceSeconds: number
}

const USUAL_PACE: QueuePace = {
  retryLimit: 8,
  retryDelay: 5,
  retryBackoff: true,
  leaseSeconds: 600,
  maintenanceSeconds: 30,
}

const STOP_WITHIN_MS = 8000

export interface Queue {
  enqueue: Enqueue
  /** Whether a job with this payload waits, runs, or will be tried again. */
  isUnderWay(name: string, payload: object): Promise<boolean>
  /** Declares the jobs, creates their queues and, unless told otherwise, starts working. */
  start(jobs: readonly Job[], options?: { work: boolean }): Promise<void>
  /**
   * Runs everything that waits, now, and returns when nothing is left; for tests and commands. Throws what a job
   * throws, which is then tried again like any other.
   */
  drain(): Promise<void>
  /** Finishes the running jobs, those that take longer excepted, and leaves the rest for the next start. */
  stop(options?: { withinMs: number }): Promise<void>
}

interface QueueParts {
  pool: Pool
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  pace?: QueuePace
}

interface RunnerParts {
  boss: PgBoss
  log: QueueParts['log']
}

/** Work that comes round by itself has no payload at all. */
async function run({ log }: RunnerParts, job: Job, data: object | null): Promise<void> {
  try {
    await job.run(job.payload.parse(data ?? {}))
  } catch (error) {
    log.warn({ err: error, job: job.name }, 'job failed, will be tried again')
    throw error
  }
}

function work(parts: RunnerParts, job: Job): Worker {
  const { name, atOnce = 1 } = job
  const onError = (error: unknown) => parts.log.error({ err: error, job: name }, 'job queue')
  return startWorker({ boss: parts.boss, name, atOnce, run: (data) => run(parts, job, data), onError })
}

/** Runs one batch of what waits for this job; false where nothing did. Throws what a job throws. */
async function drainOnce(parts: RunnerParts, job: Job): Promise<boolean> {
  const { boss } = parts
  const batch = (await boss.fetch<object>(job.name, { batchSize: job.atOnce ?? 1 })) ?? []
  const ends = await Promise.allSettled(
    batch.map((each) => finish({ boss, name: job.name, run: (data) => run(parts, job, data) }, each)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return batch.length > 0
}

/** The job queue, kept in the product's own database. */
export function createQueue({ pool, log, pace = USUAL_PACE }: QueueParts): Queue {
  const { retryLimit, retryDelay, retryBackoff } = pace
  const retry = { retryLimit, retryDelay, retryBackoff }
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    schema: 'jobs',
    maintenanceIntervalSeconds: pace.maintenanceSeconds,
    expireInSeconds: pace.leaseSeconds,
    ...retry,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  const workers: Worker[] = []
  let declared: readonly Job[] = []

  const leaseOf = (name: string) =>
    Math.min(declared.find((job) => job.name === name)?.leaseSeconds ?? pace.leaseSeconds, pace.leaseSeconds)

  return {
    async enqueue(db, name, payload, { afterSeconds } = { afterSeconds: 0 }) {
      await boss.send(name, payload, {
        ...retry,
        startAfter: afterSeconds,
        expireInSeconds: leaseOf(name),
        db: { executeSql: (text, values) => runSql(db, text, values) },
      })
    },
    async isUnderWay(name, payload) {
      const { rowCount } = await pool.query(
        "select from jobs.job where name = $1 and data @> $2 and state in ('created', 'retry', 'active') limit 1",
        [name, payload],
      )
      return (rowCount ?? 0) > 0
    },
    async start(jobs, { work: isWorking } = { work: true }) {
      declared = jobs
      await boss.start()
      for (const job of jobs) {
        await boss.createQueue(job.name, { name: job.name, ...retry })
        if (job.schedule) {
          await boss.schedule(job.name, job.schedule, undefined, { tz: job.timeZone ?? 'UTC' })
        }
        if (isWorking) workers.push(work({ boss, log }, job))
      }
    },
    async drain() {
      for (let found = true; found; ) {
        found = false
        for (const job of declared) found = (await drainOnce({ boss, log }, job)) || found
      }
    },
    async stop({ withinMs } = { withinMs: STOP_WITHIN_MS }) {
      await Promise.all(workers.map((worker) => worker.stop(withinMs)))
      await boss.stop({ graceful: true, wait: true, timeout: 1000 })
    },
  }
}
