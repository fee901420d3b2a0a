import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allowBulk, bulkTransaction } from './bulk-transaction.ts'
import { type Database, transaction } from './connect.ts'
import { createTestDatabase } from './testing.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const LIMITS = ['statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout']
const READ = `select setting from pg_settings where name in ('${LIMITS.join("', '")}')`
const settingsOf = (rows: unknown[]) => rows.map((row) => Object(row).setting)

it('bulk work has no time limits, not even between its statements; the next transaction has them again', async () => {
  const streamed = await bulkTransaction(database.pool, async (client) => (await client.query(READ)).rows)
  expect(settingsOf(streamed)).toEqual(['0', '0', '0'])
  const allowed = await transaction(database.db, async (tx) => {
    await allowBulk(tx)
    return (await tx.execute(sql.raw(READ))).rows
  })
  expect(settingsOf(allowed)).toEqual(['0', '0', '0'])
  const { rows } = await database.pool.query(READ)
  expect(settingsOf(rows)).not.toContain('0')
})
