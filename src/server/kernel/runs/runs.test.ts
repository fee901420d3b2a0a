import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Database, transaction } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { PermanentJobFailure, RetryLater } from '../../jobs/job-errors.ts'
import { createQueue, type Queue } from '../../jobs/queue.ts'
import { RESUME_RUNS, resumeRunsJob } from './resume-runs.ts'
import { type BeginRun, beginRunWith, runJob, type StepEnd } from './run.ts'

const COUNT = 'numbers.count'
const KEY = { number: 7 }

let database: Database
let queue: Queue
let begin: BeginRun
let now = Date.now()
/** Ends of the next steps; a function is called by its step. */
let ends: (StepEnd | (() => Promise<StepEnd>))[] = []
let steps = 0

beforeAll(async () => {
  database = await createTestDatabase()
  const { db, pool } = database
  const clock = () => new Date(now)
  queue = createQueue({ pool, log: { warn() {}, error() {} }, keepsTime: false })
  begin = beginRunWith({ clock, ...queue })
  const deps = { db, clock, ...queue, beginRun: begin }
  const count = runJob(deps, {
    name: COUNT,
    key: z.object({ number: z.number() }),
    step: async () => {
      steps += 1
      const end = ends.shift() ?? 'ended'
      return typeof end === 'function' ? end() : end
    },
  })
  await queue.start([count, resumeRunsJob(deps, [count])], { work: false })
})
beforeEach(async () => {
  ends = []
  steps = 0
  await database.pool.query('delete from jobs.job')
  await database.pool.query('delete from runs')
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

const start = () => transaction(database.db, (tx) => begin(tx, COUNT, KEY))
const read = async () => (await database.pool.query('select * from runs order by run_id')).rows
const jobs = async () =>
  (
    await database.pool.query(
      "select state, start_after from jobs.job where name = $1 and state < 'completed'",
      [COUNT],
    )
  ).rows
const resume = async () => {
  now += 2 * MINUTE_MS
  await transaction(database.db, (tx) => queue.enqueue(tx, RESUME_RUNS, {}))
}

it('a run takes its steps until it has ended', async () => {
  ends = ['done', 'done', 'ended']
  await start()
  expect(await read()).toMatchObject([{ name: COUNT, key: KEY, state: 'open', ended_at: null }])
  await queue.drain()
  expect(steps).toBe(3)
  expect(await read()).toMatchObject([{ state: 'ended', ended_at: expect.any(Date), reason: null }])
  expect(await jobs()).toEqual([])
})

it('a run that is started again while it is under way has one job, and takes another step', async () => {
  ends = [
    async () => {
      await start()
      return 'ended'
    },
    'ended',
  ]
  await start()
  await start()
  expect(await jobs()).toHaveLength(1)
  await queue.drain()
  expect(steps).toBe(2)
  expect(await read()).toMatchObject([{ state: 'ended', asked: 3 }])
})

it('a run that has ended can be started again', async () => {
  await start()
  await queue.drain()
  await start()
  await queue.drain()
  expect(steps).toBe(2)
  expect(await read()).toMatchObject([{ state: 'ended' }, { state: 'ended' }])
})

it.each([
  ['returns', async (): Promise<StepEnd> => ({ pauseSeconds: 90, reason: 'The vendor asks to wait.' })],
  [
    'throws',
    async (): Promise<StepEnd> => {
      throw new RetryLater(90, { cause: new Error('The vendor asks to wait.') })
    },
  ],
])('a run waits for the pause that its step %s', async (_how, pause) => {
  ends = [pause]
  await start()
  await queue.drain()
  expect(steps).toBe(1)
  const [run] = await read()
  expect(run).toMatchObject({ state: 'open', reason: 'The vendor asks to wait.', attempts: 0 })
  expect(run.resume_at.getTime() - now).toBe(90_000)
  expect(await jobs()).toHaveLength(1)
})

it('a step that fails is tried again by the queue, and the run says why', async () => {
  ends = [
    () => Promise.reject(new Error('The disk is full')),
    () => Promise.reject(new Error('The disk is full')),
    'ended',
  ]
  await start()
  await queue.drain().catch(() => {})
  expect(await read()).toMatchObject([{ state: 'open', attempts: 1, reason: 'The disk is full' }])
  expect(await jobs()).toMatchObject([{ state: 'retry' }])
  await database.pool.query('update jobs.job set start_after = now()')
  await queue.drain().catch(() => {})
  expect(await read()).toMatchObject([{ attempts: 2 }])
  await database.pool.query('update jobs.job set start_after = now()')
  await queue.drain()
  expect(await read()).toMatchObject([{ state: 'ended', attempts: 0, reason: null }])
})

it('a step that gives up ends its run, which is not resumed', async () => {
  ends = [() => Promise.reject(new PermanentJobFailure('The site is gone'))]
  await start()
  await queue.drain().catch(() => {})
  expect(await read()).toMatchObject([
    { state: 'failed', reason: 'The site is gone', ended_at: expect.any(Date) },
  ])
  await resume()
  await queue.drain()
  expect(steps).toBe(1)
})

it('a run whose job was lost is resumed, once', async () => {
  await start()
  await database.pool.query('delete from jobs.job')
  await resume()
  await resume()
  await queue.drain()
  expect(steps).toBe(1)
  expect(await read()).toMatchObject([{ state: 'ended' }])
})

it('a run is not resumed during its pause, while a job is under way, or by a server that does not know it', async () => {
  ends = [{ pauseSeconds: 3600 }]
  await start()
  await queue.drain()
  await database.pool.query('delete from jobs.job')
  await resume()
  await queue.drain()
  expect(steps).toBe(1)
  await database.pool.query("update runs set resume_at = null, name = 'numbers.of-another-version'")
  await start()
  await resume()
  expect(await jobs()).toHaveLength(1)
  await queue.drain()
  expect(steps).toBe(2)
  expect(await read()).toMatchObject([{ state: 'open' }, { state: 'ended' }])
})

it('a run whose job has failed for good is resumed after a quarter of an hour, later after twice the time', async () => {
  ends = [() => Promise.reject(new Error('No'))]
  await start()
  await queue.drain().catch(() => {})
  const [run] = await read()
  expect(run.resume_at.getTime() - now).toBe(15 * MINUTE_MS)
  await database.pool.query("update jobs.job set state = 'failed'")
  await resume()
  await queue.drain()
  expect(steps).toBe(1)
  now += 15 * MINUTE_MS
  await database.pool.query('update runs set attempts = 9')
  ends = [() => Promise.reject(new Error('No'))]
  await resume()
  await queue.drain().catch(() => {})
  expect(steps).toBe(2)
  expect((await read())[0].resume_at.getTime() - now).toBe(30 * MINUTE_MS)
})

it('a request resumes a run that is paused or stopped; a schedule leaves it alone for a day', async () => {
  const schedule = () => transaction(database.db, (tx) => begin(tx, COUNT, KEY, { isScheduled: true }))
  ends = [{ pauseSeconds: 3600 }]
  await start()
  await queue.drain()
  await schedule()
  await queue.drain()
  expect(steps).toBe(1)
  await start()
  await queue.drain()
  expect(steps).toBe(2)
  const stop = async () => {
    await start()
    await database.pool.query("update runs set state = 'stopped', touched_at = $1 where ended_at is null", [
      new Date(now),
    ])
    await queue.drain()
  }
  await stop()
  await schedule()
  await queue.drain()
  expect(steps).toBe(2)
  now += 25 * 60 * MINUTE_MS
  await schedule()
  await queue.drain()
  expect(steps).toBe(3)
  await stop()
  await start()
  await queue.drain()
  expect(steps).toBe(4)
})

it('a run that is stopped during a step keeps the reason and takes no further step', async () => {
  ends = [
    async () => {
      await database.pool.query("update runs set state = 'stopped', reason = 'Stopped by Ann.'")
      return 'done'
    },
  ]
  await start()
  await queue.drain()
  expect(steps).toBe(1)
  expect(await read()).toMatchObject([{ state: 'stopped', reason: 'Stopped by Ann.', ended_at: null }])
})

it('a job takes no step after its budget, and the next one continues', async () => {
  ends = Array.from({ length: 5 }, () => async (): Promise<StepEnd> => {
    now += MINUTE_MS
    return 'done'
  })
  await start()
  await queue.drain()
  // One step a job.
  const { rows } = await database.pool.query("select from jobs.job where name = $1 and state = 'completed'", [
    COUNT,
  ])
  expect([steps, rows.length]).toEqual([6, 6])
})
