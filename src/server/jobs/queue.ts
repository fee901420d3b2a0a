import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import PgBoss from 'pg-boss'
import { runSql } from '../db/run-sql.ts'
import type { Enqueue, Job } from './job.ts'

const RETRY = { retryLimit: 8, retryDelay: 5, retryBackoff: true, expireInMinutes: 10 }
const POLL_SECONDS = 1

export interface Queue {
  enqueue: Enqueue
  /** Declares the jobs, creates their queues and, unless told otherwise, starts working. */
  start(jobs: readonly Job[], options?: { work: boolean }): Promise<void>
  /** Runs everything that waits, now, and returns when nothing is left; for tests and commands. */
  drain(): Promise<void>
  /** Finishes the running jobs and leaves the rest for the next start. */
  stop(): Promise<void>
}

/** The job queue, kept in the product's own database. */
export function createQueue({ pool, log }: { pool: Pool; log: FastifyBaseLogger }): Queue {
  const boss = new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    schema: 'jobs',
    ...RETRY,
  })
  boss.on('error', (error) => log.error({ err: error }, 'job queue'))
  let declared: readonly Job[] = []

  /** Work that comes round by itself has no payload at all. */
  async function run(job: Job, data: object | null): Promise<void> {
    try {
      await job.run(job.payload.parse(data ?? {}))
    } catch (error) {
      log.warn({ err: error, job: job.name }, 'job failed, will be tried again')
      throw error
    }
  }

  return {
    async enqueue(db, name, payload) {
      await boss.send(name, payload, { db: { executeSql: (text, values) => runSql(db, text, values) } })
    },
    async start(jobs, { work } = { work: true }) {
      declared = jobs
      await boss.start()
      for (const job of jobs) {
        await boss.createQueue(job.name, { name: job.name, ...RETRY })
        if (job.schedule) await boss.schedule(job.name, job.schedule)
        if (!work) continue
        await boss.work(job.name, { pollingIntervalSeconds: POLL_SECONDS, batchSize: 1 }, async (batch) => {
          for (const { data } of batch) await run(job, data as object | null)
        })
      }
    },
    async drain() {
      for (let found = true; found; ) {
        found = false
        for (const job of declared) {
          for (const waiting of (await boss.fetch<object>(job.name)) ?? []) {
            found = true
            await run(job, waiting.data)
            await boss.complete(job.name, waiting.id)
          }
        }
      }
    },
    stop: () => boss.stop({ graceful: true, wait: true, timeout: 8000 }),
  }
}
