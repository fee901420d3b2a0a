import { afterEach, beforeEach, expect, test } from 'vitest'
import { z } from 'zod'
import type { Database } from '../db/connect.ts'
import { createTestDatabase } from '../db/testing.ts'
import { until } from '../testing/until.ts'
import type { Job } from './job.ts'
import { createQueue, type Queue } from './queue.ts'

const silent = { error() {}, warn() {} } as never

let database: Database
let queues: Queue[]
beforeEach(async () => {
  database = await createTestDatabase()
  queues = []
})
afterEach(async () => {
  await Promise.all(queues.map((queue) => queue.stop()))
  await database.close()
})

function makeQueue(): Queue {
  const queue = createQueue({ pool: database.pool, log: silent })
  queues.push(queue)
  return queue
}

/** What version 24 of the schema kept of a job, as far as anybody asks for it. */
const OLDER = `
  create schema jobs;
  create table jobs.version (version int primary key);
  insert into jobs.version values (24);
  create type jobs.job_state as enum ('created', 'retry', 'active', 'completed', 'cancelled', 'failed');
  create table jobs.job (name text, data jsonb, state jobs.job_state, start_after timestamptz, created_on timestamptz);
  insert into jobs.job values
    ('test.greet', '{"who": "waits"}', 'created', now() - interval '1 minute', now() - interval '3 minutes'),
    ('test.greet', '{"who": "failed once"}', 'retry', now() - interval '1 minute', now() - interval '2 minutes'),
    ('test.greet', '{"who": "ran when its server ended"}', 'active', now() - interval '1 minute', now() - interval '1 minute'),
    ('test.greet', '{"who": "later"}', 'created', now() + interval '1 day', now()),
    ('test.greet', '{"who": "has ended"}', 'completed', now(), now()),
    ('test.greet', '{"who": "never worked"}', 'failed', now(), now()),
    ('test.greet', null, 'created', now(), now()),
    ('test.gone', '{}', 'created', now(), now())`

function greet(greeted: string[]): Job {
  return {
    name: 'test.greet',
    payload: z.object({ who: z.string() }),
    run: async (payload) => void greeted.push(z.object({ who: z.string() }).parse(payload).who),
  }
}

test('work that waits in the schema of an older version is done once by the servers of the new one', async () => {
  await database.pool.query(OLDER)
  const greeted: string[] = []
  // Two servers that start at the same time.
  const [first, second] = [makeQueue(), makeQueue()]
  await Promise.all([first.start([greet(greeted)]), second.start([greet(greeted)])])
  await until(() => greeted.length === 3)
  expect(greeted.toSorted()).toEqual(['failed once', 'ran when its server ended', 'waits'])
  const { rows } = await database.pool.query(
    "select data, start_after > now() + interval '23 hours' as later from jobs.job where name = 'test.greet' and state = 'created'",
  )
  expect(rows).toEqual([{ data: { who: 'later' }, later: true }])
  const left = await database.pool.query("select from pg_namespace where nspname = 'jobs_before'")
  expect(left.rowCount).toBe(0)
})

test('a start that was cut off after the old schema was set aside is made good by the next one', async () => {
  await database.pool.query(`${OLDER}; alter schema jobs rename to jobs_before`)
  const greeted: string[] = []
  await makeQueue().start([greet(greeted)])
  await until(() => greeted.length === 3)
  expect(greeted.toSorted()).toEqual(['failed once', 'ran when its server ended', 'waits'])
})
