import os from 'node:os'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOfProcess } from '../../testing/process-file.ts'
import { until } from '../../testing/until.ts'
import { connectDatabase, type Database } from '../connect.ts'
import { createAppDatabase } from '../testing.ts'
import { askReader } from './ask.ts'
import { addressAs, layReader } from './reader-role.ts'

const HEAVY = 'select count(*) from generate_series(1, 100000) a, generate_series(1, 100000) b'

let database: Database
beforeAll(async () => {
  database = await createAppDatabase()
})
afterAll(() => database.close())

const readers = async () => {
  const { rows } = await database.pool.query(
    "select count(*)::int as open from pg_stat_activity where datname = current_database() and application_name = 'copydesk console' and state = 'active'",
  )
  return rows[0]?.open
}

it('cancels a statement after its client has left', async () => {
  const { pool, url } = database
  const address = addressAs(url, await layReader(pool, 'p'), 'p')
  const hangUp = new AbortController()
  const asked = askReader(address, {
    text: HEAVY,
    bounds: { rows: 1, bytes: 10_000 },
    signal: hangUp.signal,
  }).catch((error: Error) => error.message)
  await expect.poll(() => readers()).toBe(1)
  hangUp.abort()
  expect(await asked).toMatch(/its caller disconnected/)
  await expect.poll(() => readers(), { timeout: 20_000 }).toBe(0)
})

it('answers true and false in words', async () => {
  const { pool, url } = database
  const { rows } = await askReader(addressAs(url, await layReader(pool, 'p'), 'p'), {
    text: "select true, 1 > 2, null::boolean, 't'",
    bounds: { rows: 1, bytes: 10_000 },
    signal: new AbortController().signal,
  })
  expect(rows).toEqual([['true', 'false', null, 't']])
})

it('cuts off an oversized cell on the database’s side, without using memory', async () => {
  const { pool, url } = database
  const address = addressAs(url, await layReader(pool, 'p'), 'p')
  const before = process.memoryUsage().rss
  const { rows, cut } = await askReader(address, {
    text: "select repeat('x', 250000000)",
    bounds: { rows: 10, bytes: 8_000_000 },
    signal: new AbortController().signal,
    // PostgreSQL makes all of it first, which takes its time on a busy machine.
    milliseconds: 250_000,
  })
  expect([rows.length, cut]).toEqual([0, 'bytes'])
  expect(process.memoryUsage().rss - before).toBeLessThan(240_000_000)
})

/** Of the group that Linux has put a process into; none where it makes no groups. */
const groupPriorityOf = (pid: number) => /nice (-?\d+)/.exec(readOfProcess(pid, 'autogroup') ?? '')?.[1]

it('runs console queries at low priority on the embedded server', async () => {
  const { pool, url } = database
  const address = addressAs(url, await layReader(pool, 'p'), 'p')
  const priorityWhile = async (yields: boolean) => {
    const over = new AbortController()
    const asked = askReader(address, {
      text: HEAVY,
      bounds: { rows: 1, bytes: 10_000 },
      signal: over.signal,
      yields,
    }).catch(() => {})
    let priority = Number.NaN
    let group: string | undefined
    await until(async () => {
      const { rows } = await pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'copydesk console' and state = 'active'",
      )
      if (!rows[0]) return false
      priority = os.getPriority(rows[0].pid)
      group = groupPriorityOf(rows[0].pid)
      // The group may follow a little later.
      return !yields || group === undefined || group === String(os.constants.priority.PRIORITY_LOW)
    })
    over.abort()
    await asked
    await until(async () => (await readers()) === 0)
    return { priority, group }
  }
  // The server's process determines whether there are groups: this process may have none if it was never the
  // child of a session.
  const usual = await priorityWhile(false)
  expect(usual).toEqual({ priority: os.getPriority(), group: usual.group && '0' })
  const { PRIORITY_LOW } = os.constants.priority
  expect(await priorityWhile(true)).toEqual({
    priority: PRIORITY_LOW,
    group: usual.group && String(PRIORITY_LOW),
  })
})

it('reports the database’s reason when it may not create its role', async () => {
  const { pool, url } = database
  await pool.query("drop role if exists plain_owner; create role plain_owner login password 'p' nocreaterole")
  // Connections that are still ending when the database goes must not fail the run.
  const plain = connectDatabase(addressAs(url, 'plain_owner', 'p'))
  await expect(layReader(plain.pool, 'x')).rejects.toMatchObject({ code: '42501' })
  await plain.close()
  await pool.query('drop role plain_owner')
})
