import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from './connect.ts'
import { createServerRoll } from './servers.ts'
import { createTestDatabase } from './testing.ts'

let database: Database
let folders: string[]
let now: Date
beforeEach(async () => {
  database = await createTestDatabase()
  folders = [await mkdtemp(join(tmpdir(), 'copydesk-one-')), await mkdtemp(join(tmpdir(), 'copydesk-two-'))]
  now = new Date('2026-03-01T12:00:00Z')
})
afterEach(async () => {
  await database.close()
  for (const folder of folders) await rm(folder, { recursive: true })
})

/** A server with this folder, and what its log warned of. */
function start(which: 0 | 1, shared = ['images uploaded to one are missing on the other']) {
  const warned: string[] = []
  const log = { warn: (line: string) => void warned.push(line), error() {} }
  const roll = createServerRoll({
    db: database.db,
    dataDir: folders[which] ?? '',
    shared,
    log,
    clock: () => now,
  })
  return { roll, warned }
}

test('two servers with different data folders each log this once, with the consequence', async () => {
  const [one, other] = [start(0), start(1)]
  await one.roll.sign()
  expect(one.warned).toEqual([])
  await other.roll.sign()
  await other.roll.sign()
  expect(other.warned).toEqual([
    expect.stringContaining(
      `a different data folder than ${folders[1]}: images uploaded to one are missing on the other.`,
    ),
  ])
  await one.roll.sign()
  expect(one.warned).toHaveLength(1)
})

test('servers that share a data folder, or keep nothing in it, log no warning', async () => {
  const alike = [start(0), start(0)]
  for (const { roll } of alike) await roll.sign()
  const apart = start(1, [])
  await apart.roll.sign()
  expect([...alike, apart].flatMap(({ warned }) => warned)).toEqual([])
})

test('a server that has left, or has not been seen for a minute, counts no more', async () => {
  const left = start(0)
  await left.roll.begin()
  await left.roll.leave()
  const second = start(1)
  await second.roll.sign()
  const killed = start(0)
  await killed.roll.sign()
  now = new Date(now.getTime() + 61_000)
  const third = start(1)
  await third.roll.sign()
  expect([...second.warned, ...third.warned]).toEqual([])
  now = new Date(now.getTime() + 25 * HOUR_MS)
  await third.roll.sign()
  expect((await database.pool.query('select from servers')).rowCount).toBe(1)
})
