import { afterAll, beforeAll, expect, it } from 'vitest'
import { KeywordQuery } from '#shared/features/keywords/keywords/contract.ts'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import type { Database, Db } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import type { Caller } from '../../../security/actor.ts'
import { plansOf } from '../../../testing/plans.ts'
import { createKeywordNames } from './name-queries.ts'
import { countKeywords, listKeywordIds, matchingKeywords, trackedAndAged } from './queries.ts'
import { createKeywordsService } from './service.ts'
import { suggestKeywords } from './suggestion-queries.ts'

let database: Database

beforeAll(async () => {
  database = await createTestDatabase()
  // Tags by age: one for the oldest 1,000, one for the oldest 5,000, one for every second keyword.
  await database.pool.query(`insert into keywords (keyword, identity, created_at, tag_ids)
    select word, word, timestamptz '2026-01-01' + make_interval(mins => age),
      case when age <= 1000 then array[1, 2] when age <= 5000 then array[2] else '{}'::int[] end || case when i % 2 = 0 then array[3] else '{}' end
    from generate_series(1, 20000) i, lateral (select i * 7919 % 20011 as age) a,
      lateral (select case when i % 2 = 0 then 'best ' else 'cheap ' end || repeat('z', i % 50) || ' ' || i as word) w`)
  // The newest are tracked no more; of every third one of the others, shares are known, some of them the same.
  await database.pool.query(`update keywords set is_tracked = false where created_at > '2026-01-10'`)
  await database.pool.query(`insert into keyword_days (keyword_id, last_day, as_of, rate_30)
    select keyword_id, '2026-01-31', '2026-01-31', nullif(keyword_id % 50, 7) from keywords where keyword_id % 3 = 0`)
  await database.pool.query("insert into keywords (keyword, identity) values ('Best ~', 'best ~')")
  await database.pool.query('vacuum analyze keywords, keyword_days, keyword_counts')
})
afterAll(() => database.close())

const shortestWith = async (text: string) => {
  const { rows } = await database.pool.query<{ keyword: string }>(
    'select keyword from keywords where identity like $1 order by length(identity), identity limit 10',
    [`%${text}%`],
  )
  return rows.map(({ keyword }) => keyword)
}

it('a word with which every second keyword begins, or a text inside of most, suggests the shortest of them all [ART-129]', async () => {
  for (const text of ['best', 'zzz']) {
    const names = (await suggestKeywords(database.db, text)).map(({ keyword }) => keyword)
    expect(names).toEqual(await shortestWith(text))
  }
  expect((await suggestKeywords(database.db, 'best'))[0]?.keyword).toBe('Best ~')
  const { indexes } = await plansOf(database.pool, (db) => suggestKeywords(db, 'best'))
  expect(indexes).toContain('keywords_identity_prefix')
  expect(indexes).toContain('keywords_length')
  expect(indexes).not.toContain('keywords_identity_trigram')
})

it('a text that only long keywords contain suggests the shortest of these [ART-129]', async () => {
  const text = 'z'.repeat(40)
  const names = (await suggestKeywords(database.db, text)).map(({ keyword }) => keyword)
  expect(names).toEqual(await shortestWith(text))
})

const VIEW = { userId: 1, timeZone: 'UTC' }
const actor: Caller = {
  kind: 'person',
  id: 1,
  firstName: 'Opm',
  lastName: 'One',
  username: 'opm@desk.example',
  roleId: 'opm',
  permissions: [],
  session: '',
  origin: { requestId: 'r', address: '127.0.0.1' },
}
const searched = (query: object) => async (db: Db) => {
  const log = { info: () => {} }
  const clock = () => new Date()
  const totals = createReadCache({ maxAgeMs: 1000, clock, db: database.db, from: [] })
  const names = createKeywordNames({ db: database.db, clock })
  const service = createKeywordsService({ db, clock, timeZone: 'UTC', totals, names, log })
  return service.searchKeywords(actor, KeywordQuery.parse(query))
}

it('filtering by a tag reads few rows: for a rare old tag not the newer keywords, for a frequent tag not all keywords that have it', async () => {
  const old = await plansOf(database.pool, searched({ tags: ['1'] }))
  expect(old.rows).toBeLessThan(3000)
  // All of them are counted once.
  const frequent = await plansOf(database.pool, searched({ tags: ['3'] }))
  expect(frequent.rows).toBeLessThan(21_500)
})

it('a page holds the same keywords with every query plan', async () => {
  const filters = [
    { tags: [1] },
    { tags: [2] },
    { tags: [3] },
    { tags: [2, 3] },
    { tags: [3], tracked: false },
  ]
  for (const filter of [...filters, { tags: [2], createdFrom: '2026-01-03' }, { keyword: 'best zz' }])
    for (const sort of ['created_at', 'keyword'] as const)
      for (const sortOrder of ['asc', 'desc'] as const)
        for (const offset of [0, 4990]) {
          const page = { where: matchingKeywords(filter, VIEW), sort, sortOrder, offset, limit: 20 }
          const ids = await listKeywordIds(database.db, page)
          for (const count of [1, 10_000]) {
            const matches = { count, trackedAndAged: trackedAndAged(filter, VIEW) }
            expect(await listKeywordIds(database.db, { ...page, matches })).toEqual(ids)
          }
        }
})

const WHERES = { all: undefined, tracked: true, others: false } as const

it('a page near the end of all keywords is read from the end, with the same rows [KW-063]', async () => {
  for (const [name, tracked] of Object.entries(WHERES))
    for (const sort of ['created_at', 'keyword', 'winning_percentage', 'moved'] as const)
      for (const sortOrder of ['asc', 'desc'] as const) {
        const where = matchingKeywords({ tracked }, VIEW)
        const count = await countKeywords(database.db, where)
        for (const offset of [0, 1001, count - 1030, count - 13, count, count + 40].filter((at) => at >= 0)) {
          const page = { where, sort, sortOrder, offset, limit: 20 }
          const plain = { count, only: { tracked } }
          const ids = await listKeywordIds(database.db, page)
          expect([name, offset, await listKeywordIds(database.db, { ...page, plain })]).toEqual([
            name,
            offset,
            ids,
          ])
        }
      }
  const deep = await plansOf(database.pool, searched({ offset: '19500' }))
  expect(deep.rows).toBeLessThan(2000)
  // Beyond the keywords with a share, which are counted.
  const unranked = await plansOf(database.pool, searched({ offset: '19500', sort: 'winning_percentage' }))
  expect(unranked.rows).toBeLessThan(20_000)
})

it('the total of all keywords, of those with a tag and of tracked ones is not counted [KW-063]', async () => {
  for (const query of [{ limit: '1' }, { tracked: 'true', limit: '1' }]) {
    const { rows } = await plansOf(database.pool, searched(query))
    expect(rows).toBeLessThan(100)
  }
})

it('for two letters that very many words begin with, counting stops at a limit, except for tracked ones only [KW-063]', async () => {
  const metaOf = async (query: object) => (await searched(query)(database.db)).meta
  expect(await metaOf({ keyword: 'be' })).toEqual({ total: 10_000, isMore: true })
  const { rows } = await database.pool.query<{ total: number }>(
    "select count(*)::int as total from keywords where is_tracked and identity like 'be%'",
  )
  expect(await metaOf({ keyword: 'be', tracked: 'true' })).toEqual({ total: rows[0]?.total, isMore: false })
})
