import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { runSql } from '../db/run-sql.ts'
import type { Enqueue, Job } from './job.ts'

const POLL_SECONDS = 1

/** How soon what failed, or was left behind by a server that died, is tried again. */
export interface QueuePace {
  retryLimit: number
  /** Seconds before the second try; each further one waits twice as long. */
  retryDelay: number
  /** The longest that any job may take. */
  leaseSeconds: number
  /** How often the queue looks for jobs whose lease is over. */
  maintenanceSeconds: number
}

const USUAL_PACE: QueuePace = { retryLimit: 8, retryDelay: 5, leaseSeconds: 600, maintenanceSeconds: 30 }

export interface Queue {
  enqueue: Enqueue
  /** Declares the jobs, creates their queues and, unless told otherwise, starts working. */
  start(jobs: readonly Job[], options?: { work: boolean }): Promise<void>
  /**
   * Runs everything that waits, now, and returns when nothing is left; for tests and commands. Throws what a job
   * throws, which is then tried again like any other.
   */
  drain(): Promise<void>
  /** Finishes the running jobs and leaves the rest for the next start. */
  stop(): Promise<void>
}

/** The job queue, kept in the product's own database. */
export function createQueue({
  pool,
  log,
  pace = USUAL_PACE,
}: {
  pool: Pool
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  pace?: QueuePace
}): Queue {
  const retry = { retryLimit: pace.retryLimit, retryDelay: pace.retryDelay, retryBackoff: true }
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    schema: 'jobs',
    maintenanceIntervalSeconds: pace.maintenanceSeconds,
    expireInSeconds: pace.leaseSeconds,
    ...retry,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  let declared: readonly Job[] = []

  const leaseOf = (name: string) =>
    Math.min(declared.find((job) => job.name === name)?.leaseSeconds ?? pace.leaseSeconds, pace.leaseSeconds)

  /** Work that comes round by itself has no payload at all. */
  async function run(job: Job, data: object | null): Promise<void> {
    try {
      await job.run(job.payload.parse(data ?? {}))
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'job failed, will be tried again')
      throw error
    }
  }

  /** Each job of a batch ends by itself: one that fails is tried again, the others are done. Answers the failures. */
  async function runBatch(job: Job, batch: readonly PgBoss.Job<object>[]): Promise<unknown[]> {
    const failures: unknown[] = []
    await Promise.all(
      batch.map(({ id, data }) =>
        run(job, data).catch(async (error) => {
          failures.push(error)
          await boss.fail(job.name, id, { message: String(error) })
        }),
      ),
    )
    return failures
  }

  async function work(job: Job): Promise<void> {
    const batchSize = job.atOnce ?? 1
    const worker = await boss.work<object>(
      job.name,
      { pollingIntervalSeconds: POLL_SECONDS, batchSize },
      async (batch) => {
        await runBatch(job, batch)
        // A full batch is seldom the last one: no pause before the next.
        if (batch.length === batchSize) boss.notifyWorker(worker)
      },
    )
  }

  return {
    async enqueue(db, name, payload) {
      await boss.send(name, payload, {
        ...retry,
        expireInSeconds: leaseOf(name),
        db: { executeSql: (text, values) => runSql(db, text, values) },
      })
    },
    async start(jobs, { work: isWorking } = { work: true }) {
      declared = jobs
      await boss.start()
      for (const job of jobs) {
        await boss.createQueue(job.name, { name: job.name, ...retry })
        if (job.schedule) await boss.schedule(job.name, job.schedule)
        if (isWorking) await work(job)
      }
    },
    async drain() {
      for (let found = true; found; ) {
        found = false
        for (const job of declared) {
          const batch = (await boss.fetch<object>(job.name, { batchSize: job.atOnce ?? 1 })) ?? []
          if (batch.length === 0) continue
          found = true
          const failures = await runBatch(job, batch)
          await boss.complete(
            job.name,
            batch.map(({ id }) => id),
          )
          if (failures.length > 0) throw failures[0]
        }
      }
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 8000 }),
  }
}
