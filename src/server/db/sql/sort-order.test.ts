import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Database } from '../connect.ts'
import { createTestDatabase } from '../testing.ts'
import { followSortOrder } from './sort-order.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

/** Changes when the index is rebuilt. */
async function fileOfIndex(): Promise<number> {
  const { rows } = await database.pool.query("select pg_relation_filenode('articles_title_read') as file")
  return rows[0].file
}

test('indexes are rebuilt once when the server’s sort rules have changed', async () => {
  const { pool } = database
  expect(await followSortOrder(pool)).toBeNull()
  const built = await fileOfIndex()
  await pool.query(`update workspace_facts set value = value || '{"icu": "57.1"}' where name = 'sort order'`)
  expect(await followSortOrder(pool)).toMatch(
    /^The database server uses different sort rules than before \(ICU 57\.1, /,
  )
  const rebuilt = await fileOfIndex()
  expect(rebuilt).not.toBe(built)
  expect(await followSortOrder(pool)).toBeNull()
  expect(await fileOfIndex()).toBe(rebuilt)
})

test('a backup’s notes about its database apply to that database only', async () => {
  const { pool } = database
  await followSortOrder(pool)
  await pool.query(
    `update workspace_facts set value = value || '{"icu": "57.1", "oid": "1"}' where name = 'sort order'`,
  )
  expect(await followSortOrder(pool)).toBeNull()
})
