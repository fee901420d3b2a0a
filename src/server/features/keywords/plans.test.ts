import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { plansOf } from '../../testing/plans.ts'
import { suggestKeywords } from './suggestion-queries.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  await database.pool.query(`insert into keywords (keyword, identity)
    select word, word from generate_series(1, 20000) i,
      lateral (select case when i % 2 = 0 then 'best ' else 'cheap ' end || repeat('z', i % 50) || ' ' || i as word) w`)
  await database.pool.query("insert into keywords (keyword, identity) values ('Best ~', 'best ~')")
  await database.pool.query('vacuum analyze keywords')
})
afterAll(() => database.close())

it('a word with which every second keyword begins suggests the shortest of them all, from the index of beginnings alone [ART-129]', async () => {
  const names = (await suggestKeywords(database.db, 'best')).map(({ keyword }) => keyword)
  const { rows } = await database.pool.query<{ keyword: string }>(`select keyword from keywords
    where identity like '%best%' order by length(identity), identity limit 10`)
  expect(names).toEqual(rows.map(({ keyword }) => keyword))
  expect(names[0]).toBe('Best ~')
  const { indexes } = await plansOf(database.pool, (db) => suggestKeywords(db, 'best'))
  expect(indexes).toContain('keywords_identity_prefix')
  expect(indexes).not.toContain('keywords_identity_trigram')
})
