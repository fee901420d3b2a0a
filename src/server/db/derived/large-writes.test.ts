import type { PoolClient } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { buildSite, buildUser } from '../../testing/builders.ts'
import type { Database } from '../connect.ts'
import { createTestDatabase } from '../testing.ts'

const COUNT = 1000

let database: Database
let client: PoolClient
/** Pairs of rows that nested loops compared in vain, in the statements of triggers too. */
let compared = 0

beforeAll(async () => {
  database = await createTestDatabase()
  await buildSite(database.db)
  await buildUser(database.db)
  client = await database.pool.connect()
  await client.query(`load 'auto_explain'; set auto_explain.log_min_duration = 0; set auto_explain.log_analyze = on;
    set auto_explain.log_timing = off; set auto_explain.log_nested_statements = on;
    set auto_explain.log_level = notice; set client_min_messages = notice`)
  client.on('notice', ({ message = '' }) => {
    for (const [, rows] of message.matchAll(/Rows Removed by Join Filter: (\d+)/g)) compared += Number(rows)
  })
})
afterAll(async () => {
  client.release(true)
  await database.close()
})

const number = async (query: string) => (await client.query<{ count: number }>(query)).rows[0]?.count

it('one statement for many articles, keywords or products does not compare each of them with every other', async () => {
  const each = `from generate_series(1, ${COUNT}) i`
  // The first statement of a connection decides on a plan, for a single row.
  for (const from of ['from generate_series(0, 0) i', each]) {
    await client.query(`insert into articles (title, status, site_id, user_id)
      select 'A ' || i, 'requested', (select min(site_id) from sites), (select min(id) from users) ${from}`)
    await client.query(`insert into keywords (keyword, identity) select 'k ' || i, 'k ' || i ${from}`)
    await client.query(`insert into article_keywords (article_id, keyword_id, position)
      select article_id, keyword_id, 0 from articles join keywords on keyword = 'k ' || substr(title, 3)
      on conflict do nothing`)
    await client.query(`insert into article_products (article_id, asin, name, award, position)
      select article_id, 'B' || lpad(article_id::text, 9, '0'), title, 'Best', 0 from articles where status = 'requested'`)
    await client.query("update articles set status = 'published'")
    await client.query("update products set stock = 'OUT_OF_STOCK', stock_since = now()")
  }
  expect(compared).toBeLessThan(10 * COUNT)
  expect(await number('select count(*)::int as count from products where article_count = 1')).toBe(COUNT + 1)
  const isPublished = "article_statuses = article_status_bit('published')"
  expect(await number(`select count(*)::int as count from keywords where ${isPublished}`)).toBe(COUNT + 1)
})
