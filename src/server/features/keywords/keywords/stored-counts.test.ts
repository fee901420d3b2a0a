import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { KeywordFilter } from '#shared/features/keywords/keywords/contract.ts'
import type { Database } from '../../../db/connect.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { createRandom } from '../../../random.ts'
import { buildArticle, buildKeyword, buildSite, buildUser } from '../../../testing/builders.ts'
import { countKeywords, matchingKeywords, readStoredCount, storedCountOf } from './queries.ts'

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
    const kept = storedCountOf(filter)
    const count = await countKeywords(db, matchingKeywords(filter, { userId: 1, timeZone: 'UTC' }))
    expect([filter, kept && (await readStoredCount(db, kept))]).toEqual([filter, count])
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
      () => pool.query('select compact_keyword_counts()'),
    ])()
  }
  await Promise.all(
    Array.from({ length: 8 }, () => [
      pool.query(NEW, [5, some(), some()]),
      pool.query('select compact_keyword_counts()'),
    ]).flat(),
  )
  await expectAgreement(database)
  await pool.query('select compact_keyword_counts()')
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
    expect(storedCountOf(filter)).toBeUndefined()
})

it('the stored statuses of a keyword’s articles match the articles after any change of these', async () => {
  const { db, pool } = database
  const { id: userId } = await buildUser(db)
  await buildSite(db)
  const words = await Promise.all([1, 2, 3, 4].map((number) => buildKeyword(db, `facet ${number}`)))
  const statuses = ['draft', 'requested', 'approved', 'rejected', 'returned', 'canceled', 'published']
  let seed = 7
  const random = (most: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % most
  }
  const ids: number[] = []
  const expectRecount = async () => {
    const { rows } = await pool.query(
      `select k.keyword_id from keywords k where k.keyword_id = any($1) and k.article_statuses <> coalesce((
         select bit_or(article_status_bit(a.status)) from article_keywords l join articles a using (article_id)
         where l.keyword_id = k.keyword_id and (a.revises_id is null or a.status not in ('approved', 'published'))), 0)`,
      [words.map(({ id }) => id)],
    )
    expect(rows).toEqual([])
  }
  for (let turn = 0; turn < 120; turn++) {
    const status = statuses[random(7)] ?? 'draft'
    const word = words[random(4)]?.id ?? 0
    const article = ids[random(ids.length || 1)] ?? 0
    const revised = ids[random(ids.length || 1)] ?? 0
    const kind = random(6)
    if (kind < 2) {
      const { id } = await buildArticle(db, { userId, status })
      ids.push(id)
      await db.execute(sql`insert into article_keywords values (${id}, ${word}, 9)`)
    } else if (kind === 2)
      await db.execute(sql`update articles set status = ${status} where article_id = ${article}`)
    else if (kind === 3)
      await db.execute(
        sql`insert into article_keywords select article_id, ${word}, 9 from articles where article_id = ${article} on conflict do nothing`,
      )
    else if (kind === 4)
      await db.execute(sql`update articles set revises_id = ${revised}, status = 'approved'
        where article_id = ${article} and exists (select from articles where article_id = ${revised})`)
    else if (random(2) === 0) await db.execute(sql`delete from articles where article_id = ${article}`)
    else
      await db.execute(
        sql`delete from article_keywords where article_id = ${article} and keyword_id = ${word}`,
      )
    await expectRecount()
  }
  // The other tests delete keywords, which articles would keep.
  await pool.query('delete from articles')
})
