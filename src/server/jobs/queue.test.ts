import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import { connectDatabase, type Database, transaction } from '../db/connect.ts'
import { createTestDatabase } from '../db/testing.ts'
import { until } from '../testing/until.ts'
import type { Job } from './job.ts'
import { PermanentJobFailure } from './job-errors.ts'
import { createQueue, type Queue } from './queue.ts'

const Numbered = z.object({ number: z.number() })
/** The next try comes as soon as the queue looks again, which takes up to a second. */
const retry = { retryLimit: 2, retryDelay: 0, retryBackoff: false }
const pace = { ...retry, mostSeconds: 60, beatSeconds: 4, maintenanceSeconds: 30 }
const silent = { error() {}, warn() {} } as never

let database: Database
let queue: Queue
beforeEach(async () => {
  database = await createTestDatabase()
  queue = createQueue({ pool: database.pool, log: silent, pace })
})
afterEach(async () => {
  await queue.stop()
  await database.close()
})

/** A job that calls `run` with each number. */
const job = (run: (number: number) => Promise<void>, over: Partial<Job> = {}) =>
  ({
    name: 'test.count',
    payload: Numbered,
    run: ({ number }: { number: number }) => run(number),
    ...over,
  }) as Job
const add = (number: number) => queue.enqueue(database.db, 'test.count', { number })
const states = async () => {
  const { rows } = await database.pool.query<{ state: string; count: number }>(
    `select state, count(*)::int as count from jobs.job where name = 'test.count' group by state`,
  )
  return Object.fromEntries(rows.map(({ state, count }) => [state, count]))
}

test('as many jobs run at the same time as a job allows, and no more', async () => {
  let running = 0
  let most = 0
  const open = Promise.withResolvers<void>()
  const count = job(
    async () => {
      running += 1
      most = Math.max(most, running)
      await open.promise
      running -= 1
    },
    { atOnce: 3 },
  )
  await queue.start([count], { work: false })
  for (let number = 0; number < 7; number++) await add(number)
  await queue.start([count])
  await until(() => running === 3)
  open.resolve()
  await until(async () => (await states()).completed === 7)
  expect(most).toBe(3)
})

test('a job that was renamed takes over waiting and failed work of its former name, and runs it', async () => {
  const ran: number[] = []
  const former = job(async () => {
    throw new PermanentJobFailure('It failed.')
  })
  await queue.start([former])
  await add(1)
  await until(async () => (await states()).failed === 1)
  await queue.stop()
  queue = createQueue({ pool: database.pool, log: silent, pace })
  await queue.start([former], { work: false })
  await add(2)
  await queue.stop()

  queue = createQueue({ pool: database.pool, log: silent, pace })
  const renamed = job(async (number) => void ran.push(number), {
    name: 'test.add-up',
    formerly: 'test.count',
  })
  await queue.start([renamed])
  await until(() => ran.length > 0)
  expect(ran).toEqual([2])
  const { rows } = await database.pool.query("select name from jobs.job where state = 'failed'")
  expect(rows).toEqual([{ name: 'test.add-up' }])
})

test('a server looks into all queues at once, and fetches only from those where a job waits', async () => {
  const { pool } = connectDatabase(database.url)
  const query = pool.query.bind(pool)
  let looks = 0
  let fetches = 0
  const counted = async (text: string, values?: unknown[]) => {
    if (/^select distinct name.* start_after/.test(text)) looks += 1
    if (/set\s+state = 'active'/i.test(text)) fetches += 1
    return query(text, values)
  }
  const server = createQueue({ pool: Object.assign(pool, { query: counted }), log: silent, pace })
  const ran: number[] = []
  const empty = Array.from({ length: 20 }, (_, index) => job(async () => {}, { name: `test.empty-${index}` }))
  await server.start([...empty, job(async (number) => void ran.push(number))])
  await until(() => looks >= 2)
  // Only the library's own queue of scheduled jobs may have been read.
  expect(fetches).toBeLessThan(5)
  await server.enqueue(database.db, 'test.count', { number: 1 })
  await until(() => ran.length === 1)
  await server.stop()
  await pool.end()
})

test('a job that fails while others of its kind still run is tried again, and is not taken for done [R9]', async () => {
  const tries = new Map<number, number>()
  const open = Promise.withResolvers<void>()
  const count = job(
    async (number) => {
      tries.set(number, (tries.get(number) ?? 0) + 1)
      if (number === 0 && tries.get(0) !== 2) throw new Error('Not yet')
      if (number === 1) await open.promise
    },
    { atOnce: 2 },
  )
  await queue.start([count])
  await add(0)
  await add(1)
  await until(() => tries.get(0) === 2)
  open.resolve()
  await until(async () => (await states()).completed === 2)
  expect(tries).toEqual(
    new Map([
      [0, 2],
      [1, 1],
    ]),
  )
})

test('transactions that hold all connections add jobs right after a start, the first or a later one', async () => {
  for (const number of [1, 2]) {
    const narrow = connectDatabase(database.url, 2)
    const started = createQueue({ pool: narrow.pool, log: silent, pace })
    await started.start([job(async () => {})], { work: false })
    const other = await narrow.pool.connect()
    await transaction(narrow.db, (tx) => started.enqueue(tx, 'test.count', { number }))
    other.release()
    await started.stop()
    await narrow.close()
    expect(await states()).toEqual({ created: number })
  }
})

test('a job that never works stops after its last try and stays to be seen [R9]', async () => {
  let tries = 0
  await queue.start([
    job(async () => {
      tries += 1
      throw new Error('Poison')
    }),
  ])
  await add(0)
  await until(async () => (await states()).failed === 1)
  expect(tries).toBe(1 + pace.retryLimit)
})

test('ended jobs are kept for as long as the setting says, those of an earlier start as well', async () => {
  const retentionDays = async () => {
    const { rows } = await database.pool.query(
      'select distinct deletion_seconds / 86400 as days from jobs.job union select deletion_seconds / 86400 from jobs.queue',
    )
    return rows.map(({ days }) => days).toSorted()
  }
  await queue.start([job(async () => {})], { work: false })
  await add(1)
  expect(await retentionDays()).toEqual([7])
  const other = createQueue({ pool: database.pool, log: silent, pace, retentionDays: 30 })
  await other.start([job(async () => {})], { work: false })
  await other.enqueue(database.db, 'test.count', { number: 2 })
  expect(await retentionDays()).toEqual([30])
  await other.stop()
})

test('scheduled jobs are tried as often as the last start says', async () => {
  await queue.start([job(async () => {})], { work: false })
  const other = createQueue({ pool: database.pool, log: silent, pace: { ...pace, retryLimit: 5 } })
  await other.start([job(async () => {})], { work: false })
  await other.stop()
  const { rows } = await database.pool.query('select distinct retry_limit from jobs.queue')
  expect(rows).toEqual([{ retry_limit: 5 }])
})

test('a job runs on the schedule of the last start, in its time zone', async () => {
  const start = async (over: Partial<Job>) => {
    const other = createQueue({ pool: database.pool, log: silent, pace })
    await other.start([job(async () => {}, over)], { work: false })
    await other.stop()
    const { rows } = await database.pool.query('select cron, timezone from jobs.schedule')
    return rows.map(({ cron, timezone }) => `${cron} ${timezone}`)
  }
  expect(await start({ schedule: '0 3 * * *' })).toEqual(['0 3 * * * UTC'])
  expect(await start({ schedule: '0 4 * * *' })).toEqual(['0 4 * * * UTC'])
  expect(await start({ schedule: '0 4 * * *', timeZone: 'Asia/Tokyo' })).toEqual(['0 4 * * * Asia/Tokyo'])
})

test('daily work that was due while no server ran starts once with the next server, hourly work at its next time', async () => {
  const ran: string[] = []
  const scheduled = (name: string, schedule: string): Job => ({
    ...{ name, schedule, payload: z.object({}) },
    run: async () => {
      ran.push(name)
    },
  })
  // Neither is due now.
  const [hour, minute] = [(new Date().getUTCHours() + 12) % 24, (new Date().getUTCMinutes() + 30) % 60]
  const jobs = [
    scheduled('test.daily', `${minute} ${hour} * * *`),
    scheduled('test.hourly', `${minute} * * * *`),
  ]
  const start = async (options?: { work: boolean }) => {
    const other = createQueue({ pool: database.pool, log: silent, pace })
    await other.start(jobs, options)
    return other
  }
  await (await start({ work: false })).stop()
  await database.pool.query("update jobs.schedule set created_on = now() - interval '3 days'")
  await database.pool.query("update jobs.version set cron_on = now() - interval '2 days'")
  const next = await start()
  await until(() => ran.length > 0)
  await next.stop()
  expect(ran).toEqual(['test.daily'])
})

test('a drain runs waiting jobs and those they add, declared before it as well as after', async () => {
  const ran: string[] = []
  const chained = (name: string, then: string) => {
    const run = async (number: number) => {
      ran.push(`${name} ${number}`)
      if (number < 2) await queue.enqueue(database.db, then, { number: number + 1 })
    }
    return job(run, { name })
  }
  await queue.start([chained('test.first', 'test.last'), chained('test.last', 'test.first')], { work: false })
  await queue.enqueue(database.db, 'test.last', { number: 0 })
  await queue.enqueue(database.db, 'test.last', { number: 2 }, { afterSeconds: 3600 })
  await queue.drain()
  expect(ran).toEqual(['test.last 0', 'test.first 1', 'test.last 2'])
})

test('stopping waits for running jobs and leaves the rest', async () => {
  const done: number[] = []
  const open = Promise.withResolvers<void>()
  let began = 0
  await queue.start([
    job(async (number) => {
      began += 1
      await open.promise
      done.push(number)
    }),
  ])
  await add(0)
  await add(1)
  await until(() => began === 1)
  const stopped = queue.stop()
  open.resolve()
  await stopped
  expect(done).toEqual([0])
  expect(await states()).toEqual({ completed: 1, created: 1 })
})

test('servers that start at the same time make the queue one after the other, and all have it', async () => {
  const order: string[] = []
  /** The pool of a server that tells when it begins to make the schema, and when it has. */
  const makeServer = (name: string) => {
    const { pool } = connectDatabase(database.url)
    const query = pool.query.bind(pool)
    const told = async (text: string, values?: unknown[]) => {
      if (/create schema|create_queue/i.test(text)) order.push(name)
      return query(text, values)
    }
    return { pool, queue: createQueue({ pool: Object.assign(pool, { query: told }), log: silent, pace }) }
  }
  const servers = ['one', 'two', 'three', 'four'].map(makeServer)
  const worked: number[] = []
  const jobs = ['test.count', 'test.other'].map((name) =>
    job(async (number) => void worked.push(number), { name }),
  )
  await Promise.all(servers.map((server) => server.queue.start(jobs)))
  // A running job is not interrupted by another one.
  const turns = order.filter((name, place) => name !== order[place - 1])
  expect(turns.toSorted()).toEqual(['four', 'one', 'three', 'two'])
  await add(7)
  await until(() => worked.length === 1)
  for (const server of servers) {
    await server.queue.stop()
    await server.pool.end()
  }
})

test('a job whose server has died begins again on another one [R9]', async () => {
  const ran: number[] = []
  const count = job(async (number) => void ran.push(number))
  await queue.start([count], { work: false })
  await add(1)
  await add(2)
  // As two servers leave their jobs: the first reported 13 seconds ago for the last time, the second just now.
  await database.pool.query(`
    update jobs.job set state = 'active', started_on = now() - interval '20 s',
      heartbeat_on = now() - case data ->> 'number' when '1' then interval '13 s' else interval '1 s' end
    where name = 'test.count'`)
  const other = createQueue({ pool: database.pool, log: silent, pace: { ...pace, maintenanceSeconds: 1 } })
  await other.start([count])
  await until(() => ran.length > 0)
  expect(ran).toEqual([1])
  await other.stop()
})

/** A job that runs on this server; `first` and `second` end its first two runs. */
async function startSlowJob() {
  const first = Promise.withResolvers<void>()
  const runs: number[] = []
  const second = Promise.withResolvers<void>()
  const slow = job(() => {
    runs.push(runs.length + 1)
    return runs.length === 1 ? first.promise : second.promise
  })
  await queue.start([slow])
  await add(1)
  await until(() => runs.length === 1)
  return { first, second, runs, slow }
}

test('a run that is taken for dead and fails late does not end the one that replaced it', async () => {
  const { first, second, runs, slow } = await startSlowJob()
  await database.pool.query("update jobs.job set heartbeat_on = now() - interval '13 s'")
  const other = createQueue({ pool: database.pool, log: silent, pace: { ...pace, maintenanceSeconds: 1 } })
  await other.start([slow])
  await until(() => runs.length === 2)
  first.reject(new PermanentJobFailure('late'))
  await queue.stop()
  expect(await states()).toEqual({ active: 1 })
  second.resolve()
  await until(async () => (await states()).completed === 1)
  await other.stop()
  expect(runs).toEqual([1, 2])
})

test('a run that is taken for dead and ends well before a retry began is not repeated', async () => {
  const { first, runs } = await startSlowJob()
  await database.pool.query("update jobs.job set state = 'retry', start_after = now() + interval '1 hour'")
  first.resolve()
  await until(async () => (await states()).completed === 1)
  expect(runs).toEqual([1])
})

test('a job reports that its server is there for as long as it runs', async () => {
  const open = Promise.withResolvers<void>()
  const quick = createQueue({ pool: database.pool, log: silent, pace: { ...pace, beatSeconds: 0.05 } })
  await quick.start([job(() => open.promise)])
  await quick.enqueue(database.db, 'test.count', { number: 1 })
  const reported = async () => {
    const { rows } = await database.pool.query(
      "select from jobs.job where name = 'test.count' and heartbeat_on > started_on",
    )
    return rows.length === 1
  }
  await until(reported)
  open.resolve()
  await until(async () => (await states()).completed === 1)
  await quick.stop()
})

test('a job for all pending work waits once, and begins only after its callers have written', async () => {
  const ran: number[] = []
  await queue.start([job(async (number) => void ran.push(number))], { work: false })
  const once = (number: number) => queue.enqueueOnce(database.db, 'test.count', { number })
  await once(1)
  await once(1)
  await once(2)
  expect(await states()).toEqual({ created: 2 })
  await transaction(database.db, async (tx) => {
    await queue.enqueueOnce(tx, 'test.count', { number: 1 })
    await queue.drain()
    expect(ran).toEqual([2])
  })
  await queue.drain()
  expect(ran).toEqual([2, 1])
  // A job that has already run does not wait.
  await once(1)
  await queue.drain()
  expect(ran).toEqual([2, 1, 1])
})

test('the schedule of a job that there is no more goes, with what waits', async () => {
  const nightly = job(async () => {}, { name: 'test.nightly', schedule: '0 3 * * *' })
  await queue.start([nightly], { work: false })
  await queue.enqueue(database.db, 'test.nightly', { number: 1 })
  await queue.start([job(async () => {})], { work: false })
  const { rows } = await database.pool.query(
    "select name from jobs.schedule union all select name from jobs.job where name = 'test.nightly'",
  )
  expect(rows).toEqual([])
})
