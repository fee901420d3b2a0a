import type { FastifyBaseLogger } from 'fastify'
import type PgBoss from 'pg-boss'
import type { Job } from './job.ts'

const POLL_SECONDS = 1

interface RunnerParts {
  boss: PgBoss
  log: Pick<FastifyBaseLogger, 'warn'>
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

/** Each job of a batch ends by itself: one that fails is tried again, the others are done. Answers the failures. */
async function runBatch(
  parts: RunnerParts,
  job: Job,
  batch: readonly PgBoss.Job<object>[],
): Promise<unknown[]> {
  const failures: unknown[] = []
  await Promise.all(
    batch.map(({ id, data }) =>
      run(parts, job, data).catch(async (error) => {
        failures.push(error)
        await parts.boss.fail(job.name, id, { message: String(error) })
      }),
    ),
  )
  return failures
}

/** Works on a job's queue until the queue stops. */
export async function work(parts: RunnerParts, job: Job): Promise<void> {
  const { boss } = parts
  const batchSize = job.atOnce ?? 1
  const worker = await boss.work<object>(
    job.name,
    { pollingIntervalSeconds: POLL_SECONDS, batchSize },
    async (batch) => {
      await runBatch(parts, job, batch)
      // A full batch is seldom the last one: no pause before the next.
      if (batch.length === batchSize) boss.notifyWorker(worker)
    },
  )
}

/** Runs one batch of what waits for this job; false where nothing did. Throws what the job throws. */
export async function drainOnce(parts: RunnerParts, job: Job): Promise<boolean> {
  const batch = (await parts.boss.fetch<object>(job.name, { batchSize: job.atOnce ?? 1 })) ?? []
  if (batch.length === 0) return false
  const failures = await runBatch(parts, job, batch)
  await parts.boss.complete(
    job.name,
    batch.map(({ id }) => id),
  )
  if (failures.length > 0) throw failures[0]
  return true
}
