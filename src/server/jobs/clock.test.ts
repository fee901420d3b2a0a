import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { createTestDatabase } from '../db/testing.ts'
import { withClocks } from './clock.ts'
import type { Job } from './job.ts'
import { createQueue, type Queue } from './queue.ts'

const pace = { retryLimit: 3, retryDelay: 60, retryBackoff: false, mostSeconds: 60 }
const silent = { error() {}, warn() {} } as never

let database: Database
let queue: Queue
beforeAll(async () => {
  database = await createTestDatabase()
  queue = createQueue({
    pool: database.pool,
    log: silent,
    pace: { ...pace, beatSeconds: 4, maintenanceSeconds: 30 },
  })
})
afterAll(async () => {
  await queue.stop()
  await database.close()
})

it('jobs of a pace share a schedule, and one that fails holds back no other and is retried alone', async () => {
  const ran: string[] = []
  const hourly = (name: string, over: Partial<Job> = {}): Job => ({
    ...{ name, payload: z.object({}), every: 'hour' },
    run: async () => {
      ran.push(name)
    },
    ...over,
  })
  const refuse = () => Promise.reject(new Error('The site is away.'))
  const jobs = withClocks({ ...queue, db: database.db, timeZone: 'Asia/Tokyo' }, [
    hourly('test.first', { run: refuse }),
    hourly('test.second'),
    hourly('test.nightly', { every: 'night' }),
    { name: 'test.own', payload: z.object({}), schedule: '0 9 * * *', run: async () => {} },
  ])
  await queue.start(jobs, { work: false })
  const { rows } = await database.pool.query('select name, cron, timezone from jobs.schedule order by name')
  expect(rows).toEqual([
    { name: 'clock.begin-hour', cron: '3 * * * *', timezone: 'Asia/Tokyo' },
    { name: 'clock.begin-night', cron: '20 3 * * *', timezone: 'Asia/Tokyo' },
    { name: 'test.own', cron: '0 9 * * *', timezone: 'UTC' },
  ])
  await queue.enqueue(database.db, 'clock.begin-hour', {})
  await expect(queue.drain()).rejects.toThrow('The site is away.')
  // Instead of waiting for the seconds between them.
  await database.pool.query("update jobs.job set start_after = now() where state = 'created'")
  await queue.drain()
  expect(ran).toEqual(['test.second'])
  const { rows: left } = await database.pool.query(
    "select name, state from jobs.job where state <> 'completed'",
  )
  expect(left).toEqual([{ name: 'test.first', state: 'retry' }])
})
