import type { FastifyBaseLogger } from 'fastify'
import type { Pool } from 'pg'
import { PgBoss } from 'pg-boss'
import { ADVISORY_LOCKS } from '../db/advisory-locks.ts'
import type { Db } from '../db/connect.ts'
import { jobSchema } from '../db/job-schemas.ts'
import { oneAtATime } from '../db/one-at-a-time.ts'
import { runSql } from '../db/run-sql.ts'
import { handOnTrace, type NoteOutcome, traced } from '../traced.ts'
import { type Enqueue, type EnqueueOnce, type Job, MOST_TRIES } from './job.ts'
import { PermanentJobFailure, RetryLater } from './job-errors.ts'
import { type Repetition, repeat } from './repeat.ts'
import { finish, type JobRun, startWorker, type Worker } from './worker.ts'

/** Retry policy of jobs that failed, or whose server died. */
export interface QueuePace {
  retryLimit: number
  /** Seconds before the second try. */
  retryDelay: number
  /** Doubles the delay with each try. */
  retryBackoff: boolean
  /** A job that runs longer is taken for stuck, and begins again. */
  mostSeconds: number
  /** How often a running job reports that its server is there. */
  beatSeconds: number
  /** How often the queue looks for jobs that are stuck, or whose server died. */
  maintenanceSeconds: number
}

/**
 * A job whose server has not reported for this long begins again, on any server: in all, within 30 seconds of a
 * crash.
 */
export const HEARTBEAT_SECONDS = 12

const USUAL_PACE: QueuePace = {
  retryLimit: MOST_TRIES - 1,
  retryDelay: 5,
  retryBackoff: true,
  mostSeconds: 900,
  beatSeconds: 4,
  maintenanceSeconds: 5,
}

/** How often a server looks for jobs that could start. */
const POLL_MS = 1000
/**
 * How often pg-boss goes through all queues. Each time it counts all jobs and writes a row per queue, so it is called
 * for jobs that are stuck, and otherwise rarely.
 */
const HOUSEKEEPING_SECONDS = 60
const STOP_WITHIN_MS = 8000
const DAY_SECONDS = 86_400
const USUAL_RETENTION_DAYS = 7

export interface Queue {
  enqueue: Enqueue
  enqueueOnce: EnqueueOnce
  /**
   * Whether a job with this payload is waiting, running, or will be retried; within the given transaction, if
   * any.
   */
  isUnderWay(name: string, payload: object, db?: Db): Promise<boolean>
  /** Declares the jobs, creates their queues and, by default, starts working. */
  start(jobs: readonly Job[], options?: { work: boolean }): Promise<void>
  /**
   * Runs all waiting jobs now and returns when none is left; for tests and commands. Throws the error of a
   * failed job, which is then retried like any other.
   */
  drain(): Promise<void>
  /** Takes no more jobs, and puts back those that run longer than this. Jobs can still be enqueued. */
  finish(options: { withinMs: number }): Promise<void>
  /** Finishes running jobs within the time limit, and leaves the rest for the next start. */
  stop(options?: { withinMs: number }): Promise<void>
}

interface QueueDeps {
  pool: Pool
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>
  pace?: QueuePace
  /** Retention of finished jobs, in days. */
  retentionDays?: number
  /** Called once a job has failed for good. */
  onGivenUp?: (job: { name: string; id: string }) => Promise<void>
  /** Whether this server starts scheduled jobs. */
  keepsTime?: boolean
}

type JobOptions = Pick<QueuePace, 'retryLimit' | 'retryDelay' | 'retryBackoff'> & {
  expireInSeconds: number
  heartbeatSeconds: number
  deleteAfterSeconds: number
}

interface RunnerDeps {
  boss: PgBoss
  log: QueueDeps['log']
  options: JobOptions
  beatMs: number
  /** Marks a job as having no further try. */
  endTries: (id: string) => Promise<void>
  isCurrent: (job: JobRun) => Promise<boolean>
  noteFailure: (job: JobRun) => Promise<void>
}

/**
 * pg-boss's group of a job, of which we use nothing else, holds the trace that it was enqueued in: the payload says which
 * jobs are the same.
 */
const groupOf = (origin: string | null | undefined) =>
  origin === undefined || origin === null ? {} : { group: { id: origin } }

function run(deps: RunnerDeps, job: Job, queued: JobRun): Promise<void> {
  const { groupId, createdOn: since } = queued
  return traced({ seam: 'job', job: job.name, origin: groupId ?? null, since }, (note) =>
    attempt(deps, job, queued, note),
  )
}

/** A scheduled job has no payload. */
async function attempt(
  { boss, log, options, isCurrent }: RunnerDeps,
  job: Job,
  queued: JobRun,
  note: NoteOutcome,
): Promise<void> {
  const { data } = queued
  try {
    await job.run(job.payload.parse(data ?? {}), queued.id)
  } catch (error) {
    if (error instanceof RetryLater) {
      log.warn({ job: job.name, reason: String(error.cause) }, `job postponed for ${error.afterSeconds} s`)
      note({ outcome: 'postponed' })
      if (await isCurrent(queued)) {
        const group = groupOf(handOnTrace())
        await boss.send(job.name, data, { ...options, ...group, startAfter: error.afterSeconds })
      }
      return
    }
    const isLast = error instanceof PermanentJobFailure
    log.warn({ err: error, job: job.name }, isLast ? 'job failed permanently' : 'job failed, will be retried')
    throw error
  }
}

function work(deps: RunnerDeps, job: Job): Worker {
  const { name, atOnce = 1 } = job
  const onError = (error: unknown) => deps.log.error({ err: error, job: name }, 'job queue')
  const { boss, endTries, isCurrent, beatMs, noteFailure } = deps
  return startWorker({
    ...{ boss, name, atOnce, endTries, isCurrent, beatMs, noteFailure },
    run: (queued) => run(deps, job, queued),
    onError,
  })
}

interface StaffDeps extends RunnerDeps {
  pool: Pool
  maintenanceSeconds: number
  onError: (error: unknown) => void
}

/** The workers of this server, and the timers that wake them and free stuck jobs. */
function createStaff(deps: StaffDeps) {
  const { pool, boss, maintenanceSeconds, onError } = deps
  const workers: Worker[] = []
  const looks: Repetition[] = []
  const wakeWorkers = async () => {
    const waiting = await namesThatWait(pool)
    for (const worker of workers) if (waiting.has(worker.name)) worker.wake()
  }
  const freeStalled = async () => {
    for (const name of await namesThatStall(pool)) await boss.supervise(name)
  }
  return {
    begin(jobs: readonly Job[]) {
      workers.push(...jobs.map((job) => work(deps, job)))
      looks.push(
        repeat(wakeWorkers, { everyMs: POLL_MS, onError }),
        repeat(freeStalled, { everyMs: maintenanceSeconds * 1000, onError }),
      )
    },
    async stop(withinMs: number) {
      await Promise.all([...looks, ...workers].map((each) => each.stop(withinMs)))
    },
  }
}

/** Runs one batch of a job's waiting work; false if there was none. Throws the job's error. */
async function drainOnce(deps: RunnerDeps, job: Job): Promise<boolean> {
  const { boss } = deps
  const batch = await boss.fetch<object>(job.name, { batchSize: job.atOnce ?? 1, includeMetadata: true })
  const ends = await Promise.allSettled(
    batch.map((each) => finish({ ...deps, name: job.name, run: (queued) => run(deps, job, queued) }, each)),
  )
  const failed = ends.find((end) => end.status === 'rejected')
  if (failed) throw failed.reason
  return batch.length > 0
}

async function namesOf(pool: Pool, which: string): Promise<ReadonlySet<string>> {
  const { rows } = await pool.query<{ name: string }>(`select distinct name from jobs.job where ${which}`)
  return new Set(rows.map(({ name }) => name))
}

/**
 * Names of the jobs that could start now. One query for all, because most queues are empty: a query per queue would
 * dominate a drain, and keep an idle server and its database busy. No job is ever blocked; saying so lets the query use
 * pg-boss's index.
 */
const namesThatWait = (pool: Pool) =>
  namesOf(pool, "state < 'active' and not blocked and start_after <= now()")

/** Names of the running jobs that are stuck, or whose server died. */
const namesThatStall = (pool: Pool) =>
  namesOf(
    pool,
    `state = 'active' and (heartbeat_on + heartbeat_seconds * interval '1 s' < now()
      or started_on + expire_seconds * interval '1 s' < now())`,
  )

/** Runs waiting jobs in the order of declaration until a round finds none. */
async function drain(deps: RunnerDeps, pool: Pool, jobs: readonly Job[]): Promise<void> {
  let waiting = await namesThatWait(pool)
  for (let found = true; found; ) {
    found = false
    for (const job of jobs) {
      if (!waiting.has(job.name) || !(await drainOnce(deps, job))) continue
      found = true
      waiting = await namesThatWait(pool)
    }
  }
}

interface PrepareDeps extends RunnerDeps {
  pool: Pool
}

const NO_ID = '00000000-0000-0000-0000-000000000000'

/**
 * pg-boss caches the queues that exist when it starts. It looks up a later one on first use over a connection
 * of its own, which deadlocks if transactions hold all connections.
 */
async function addQueue({ boss, options }: PrepareDeps, name: string): Promise<void> {
  await boss.createQueue(name, options)
  await boss.getJobById(name, NO_ID)
}

const FIXED_HOUR = /^\S+ \d/

/**
 * Sets the schedules that differ from the last start, because pg-boss writes a schedule on every call. Removes the
 * schedules of jobs that no longer exist, and their waiting jobs.
 */
async function setTimes(boss: PgBoss, jobs: readonly Job[]): Promise<void> {
  const told = new Map((await boss.getSchedules()).map((each) => [each.name, each]))
  const scheduled = jobs.filter(({ schedule, begunBy }) => schedule && begunBy === undefined)
  const declared = new Set(scheduled.map(({ name }) => name))
  for (const name of told.keys()) {
    if (declared.has(name)) continue
    await boss.unschedule(name)
    await boss.deleteQueuedJobs(name)
  }
  for (const { name, schedule, timeZone: tz = 'UTC' } of scheduled) {
    const { cron, timezone, options } = told.get(name) ?? {}
    // Hourly work comes soon anyway; work of a fixed hour would be left out for a day.
    const missed = schedule && FIXED_HOUR.test(schedule) ? 'once' : 'skip'
    if (schedule && (schedule !== cron || tz !== timezone || missed !== (options?.missed ?? 'skip')))
      await boss.schedule(name, schedule, undefined, { tz, missed })
  }
}

/** Takes over waiting and failed jobs of earlier versions. */
async function renameJobs(pool: Pool, jobs: readonly Job[]): Promise<void> {
  for (const { name, formerly } of jobs)
    if (formerly !== undefined)
      await pool.query(
        `update jobs.job set name = $1 where name = $2 and state in ('created', 'retry', 'failed')`,
        [name, formerly],
      )
}

/** Creates the schema and the queues. Two servers must not do this at the same time. */
async function prepare(deps: PrepareDeps, jobs: readonly Job[]) {
  const { boss, pool, options } = deps
  await boss.start()
  const known = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const job of jobs) if (!known.has(job.name)) await addQueue(deps, job.name)
  await renameJobs(pool, jobs)
  await setTimes(boss, jobs)
  // Existing tables keep the settings that they were created with.
  const { deleteAfterSeconds: kept, expireInSeconds: most, heartbeatSeconds: beat } = options
  const { retryLimit, retryDelay, retryBackoff } = options
  await pool.query('update jobs.job set deletion_seconds = $1 where deletion_seconds <> $1', [kept])
  await pool.query(
    `update jobs.queue set deletion_seconds = $1, expire_seconds = $2, heartbeat_seconds = $3,
       retry_limit = $4, retry_delay = $5, retry_backoff = $6
     where (deletion_seconds, expire_seconds, heartbeat_seconds, retry_limit, retry_delay, retry_backoff)
       is distinct from ($1::int, $2::int, $3::int, $4::int, $5::int, $6::bool)`,
    [kept, most, beat, retryLimit, retryDelay, retryBackoff],
  )
}

/**
 * Whether a job with this payload is waiting; it is then held back until the transaction ends. Workers skip
 * locked rows, and rows locked by a worker are skipped here.
 */
async function holdWaiting(db: Db, name: string, payload: object): Promise<boolean> {
  const { rows } = await runSql(
    db,
    `select id from jobs.job where name = $1 and data = $2::jsonb and state = 'created'
     limit 1 for key share skip locked`,
    [name, JSON.stringify(payload)],
  )
  return rows.length > 0
}

type Ask = (text: string, values: unknown[]) => Promise<{ rows: unknown[] }>

/** Asks within the transaction, if there is one. */
const askerOf = (db: Db | undefined, pool: Pool): Ask =>
  db ? (text, values) => runSql(db, text, values) : (text, values) => pool.query(text, values)

async function isUnderWay(ask: Ask, name: string, payload: object): Promise<boolean> {
  const text =
    "select 1 from jobs.job where name = $1 and data @> $2::jsonb and state in ('created', 'retry', 'active') limit 1"
  const { rows } = await ask(text, [name, JSON.stringify(payload)])
  return rows.length > 0
}

const createBoss = (pool: Pool, pace: QueuePace, keepsTime: boolean) =>
  new PgBoss({
    db: { executeSql: async (text, values) => pool.query(text, values) },
    schema: jobSchema,
    schedule: keepsTime,
    superviseIntervalSeconds: HOUSEKEEPING_SECONDS,
    monitorIntervalSeconds: pace.maintenanceSeconds,
    // It looks for jobs that depend on others, which there are none of.
    flowIntervalSeconds: DAY_SECONDS,
  })

/** Says of a job that failed whether that was for good. */
function createNoteFailure({ pool, onGivenUp }: QueueDeps, onError: (error: unknown) => void) {
  return async ({ id }: JobRun) => {
    if (!onGivenUp) return
    const { rows } = await pool.query<{ name: string }>(
      "select name from jobs.job where id = $1 and state = 'failed'",
      [id],
    )
    if (rows[0]) await onGivenUp({ name: rows[0].name, id }).catch(onError)
  }
}

/** The job queue, stored in the product's own database. */
const turnToStart = (log: QueueDeps['log']) => ({
  ...{ lock: ADVISORY_LOCKS.startQueue, work: 'makes the queues of jobs' },
  log: (line: string) => log.warn({}, line),
})

export function createQueue(deps: QueueDeps): Queue {
  const { pool, log, pace = USUAL_PACE, retentionDays = USUAL_RETENTION_DAYS, keepsTime = true } = deps
  const { retryLimit, retryDelay, retryBackoff } = pace
  const retentionSeconds = retentionDays * DAY_SECONDS
  const options = {
    ...{ retryLimit, retryDelay, retryBackoff, deleteAfterSeconds: retentionSeconds },
    ...{ expireInSeconds: pace.mostSeconds, heartbeatSeconds: HEARTBEAT_SECONDS },
  }
  const onError = (error: unknown) => log.error({ err: error }, 'job queue')
  const boss = createBoss(pool, pace, keepsTime)
  boss.on('error', onError)
  let declared: readonly Job[] = []

  const endTries = async (id: string) => {
    await pool.query('update jobs.job set retry_limit = retry_count where id = $1', [id])
  }
  const isCurrent = async ({ id, retryCount }: JobRun) => {
    const { rows } = await pool.query(
      "select 1 from jobs.job where id = $1 and retry_count = $2 and state < 'completed'",
      [id, retryCount],
    )
    return rows.length > 0
  }
  const noteFailure = createNoteFailure(deps, onError)
  const runner = {
    ...{ boss, log, options, endTries, isCurrent, noteFailure },
    beatMs: pace.beatSeconds * 1000,
  }

  const staff = createStaff({ ...runner, pool, onError, maintenanceSeconds: pace.maintenanceSeconds })

  const enqueue: Enqueue = async (db, name, payload, { afterSeconds } = { afterSeconds: 0 }) => {
    await boss.send(name, payload, {
      ...{ ...options, ...groupOf(handOnTrace()) },
      startAfter: afterSeconds,
      db: { executeSql: (text, values) => runSql(db, text, values) },
    })
  }

  return {
    enqueue,
    async enqueueOnce(db, name, payload, when) {
      if (!(await holdWaiting(db, name, payload))) await enqueue(db, name, payload, when)
    },
    isUnderWay: (name, payload, db) => isUnderWay(askerOf(db, pool), name, payload),
    async start(jobs, { work: isWorking } = { work: true }) {
      declared = jobs
      await oneAtATime(pool, turnToStart(log), () => prepare({ ...runner, pool }, jobs))
      if (isWorking) staff.begin(jobs)
    },
    drain: () => drain(runner, pool, declared),
    finish: ({ withinMs }) => staff.stop(withinMs),
    async stop({ withinMs } = { withinMs: STOP_WITHIN_MS }) {
      await staff.stop(withinMs)
      await boss.stop({ graceful: true, timeout: 1000 })
    },
  }
}
