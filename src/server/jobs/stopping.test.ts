import { afterEach, beforeEach, expect, it } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { createTestDatabase } from '../db/testing.ts'
import { until } from '../testing/until.ts'
import { createQueue, type Queue } from './queue.ts'

const silent = { error() {}, warn() {} } as never
const NAME = 'test.long'

let database: Database
let queue: Queue
beforeEach(async () => {
  database = await createTestDatabase()
  queue = createQueue({ pool: database.pool, log: silent })
})
afterEach(async () => {
  await queue.stop()
  await database.close()
})

const states = async () => {
  const { rows } = await database.pool.query<{ state: string }>(
    'select state from jobs.job where name = $1 order by created_on',
    [NAME],
  )
  return rows.map(({ state }) => state)
}
const add = (number: number) => queue.enqueue(database.db, NAME, { number })

/** A job that is open until `end` is called. */
async function startOne() {
  const open = Promise.withResolvers<void>()
  let began = 0
  const payload = z.object({ number: z.number() })
  const run = () => {
    began += 1
    return open.promise
  }
  await queue.start([{ name: NAME, payload, run }])
  await add(0)
  await until(() => began === 1)
  return { end: open.resolve, began: () => began }
}

it('a server that stops puts back a job that runs longer than the time it has, so that another takes it', async () => {
  const one = await startOne()
  await queue.finish({ withinMs: 20 })
  expect(await states()).toEqual(['retry'])
  one.end()
})

it('a server that is about to stop takes no more jobs, ends those that run and adds those of its calls', async () => {
  const one = await startOne()
  const finished = queue.finish({ withinMs: 20_000 })
  await add(1)
  one.end()
  await finished
  expect(await states()).toEqual(['completed', 'created'])
  expect(one.began()).toBe(1)
})
