import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KeywordFilter } from '#shared/features/keywords/contract.ts'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { createRandom } from '../../random.ts'
import { countKeywords, keptCountOf, matchingKeywords, readKeptCount } from './queries.ts'

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const VALUES = [1, 2, 3, 4, 5]
const FILTERS: KeywordFilter[] = [undefined, true, false].flatMap((tracked) => [
  { tracked },
  { tracked, keyword: ' ' },
  ...VALUES.flatMap((value) => [
    { tracked, tags: [value] },
    { tracked, sites: [value] },
  ]),
])

async function expectAgreement({ db }: Pick<Database, 'db'>) {
  for (const filter of FILTERS) {
    const kept = keptCountOf(filter)
    const count = await countKeywords(db, matchingKeywords(filter, { userId: 1, timeZone: 'UTC' }))
    expect([filter, kept && (await readKeptCount(db, kept))]).toEqual([filter, count])
  }
}

const NEW = `insert into keywords (keyword, identity, is_tracked, tag_ids, site_ids)
  select word, word, i % 2 = 0, $2, $3 from generate_series(1, $1::int) i, lateral (select i || ' ' || gen_random_uuid() as word) w`

it('stored counts of keywords, in all, with a tag and with a site, match the keywords after any writes [KW-063]', async () => {
  const random = createRandom('kept counts')
  const some = () => VALUES.filter(() => random.chance(0.4))
  const { pool } = database
  for (let round = 0; round < 30; round++) {
    const among = 'keyword_id % $1 = $2'
    const divisor = random.between(1, 5)
    const place = [divisor, random.between(0, divisor - 1)]
    await random.pick([
      () => pool.query(NEW, [random.between(0, 9), some(), some()]),
      () => pool.query(`update keywords set tag_ids = $3 where ${among}`, [...place, some()]),
      () =>
        pool.query(`update keywords set site_ids = $3, is_tracked = not is_tracked where ${among}`, [
          ...place,
          some(),
        ]),
      () => pool.query(`update keywords set article_statuses = 2 where ${among}`, place),
      () => pool.query(`delete from keywords where ${among} and keyword_id % 3 = 0`, place),
      () => pool.query('select melt_keyword_counts()'),
    ])()
  }
  await Promise.all(
    Array.from({ length: 8 }, () => [
      pool.query(NEW, [5, some(), some()]),
      pool.query('select melt_keyword_counts()'),
    ]).flat(),
  )
  await expectAgreement(database)
  await pool.query('select melt_keyword_counts()')
  const { rows } = await pool.query(
    'select kind, value_id, is_tracked from keyword_counts group by 1, 2, 3 having count(*) > 1',
  )
  expect(rows).toEqual([])
  await expectAgreement(database)
})

it('no counts are stored for other filters', () => {
  for (const filter of [
    { keyword: 'kettle' },
    { tags: [1, 2] },
    { tags: [1], sites: [1] },
    { articleStatus: ['published' as const] },
    { createdFrom: '2026-01-01' },
    { tags: [1], createdTo: '2026-01-01' },
  ])
    expect(keptCountOf(filter)).toBeUndefined()
})
