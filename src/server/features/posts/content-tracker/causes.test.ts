import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { findEarningPost, listStockChanges } from './cause-queries.ts'
import { writePosts } from './post-store.ts'
import { followAll } from './verbs/follow-articles.ts'
import { importEarnings } from './verbs/import-earnings.ts'

let api: Api
let opm: Client
const FIRST = 'B0AAAAAAM1'
const SECOND = 'B0AAAAAAM2'
const day = (back: number) => plusDays(api.now().toISOString().slice(0, 10), -back)

async function stocks(asin: string, told: readonly [stock: string, back: number][]) {
  for (const [stock, back] of told)
    await api.database.db.execute(sql`
      insert into product_stocks (product_id, stock, created_at)
      select product_id, ${stock}, ${`${day(back)}T09:00:00Z`}::timestamptz from products where asin = ${asin}`)
}

const causes = async (postId: string, site = 'mv') =>
  (await opm.get(`/api/content-tracker/causes?site=${site}&post_id=${postId}`)).body
const told = ({ causes: all }: { causes: Record<string, unknown>[] }) =>
  all.map(({ kind, day, subject }) => [kind, day, subject])

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  const { id: siteId } = await buildSite(db, { code: 'mv' })
  const post = (postId: string, over: object = {}) => ({
    siteId,
    postId,
    title: `Post ${postId}`,
    published: `${day(700)}T00:00:00Z`,
    modified: `${day(200)}T00:00:00Z`,
    address: null,
    focusKeyword: 'robot vacuum',
    picture: null,
    trackingId: null,
    products: [
      { asin: FIRST, name: 'Dunlarch', award: 'Best Overall', image: null },
      { asin: SECOND, name: '', award: '', image: null },
    ],
    ...over,
  })
  await writePosts(db, [post('1'), post('2', { focusKeyword: null, modified: null, products: [] })], 'import')
  await stocks(FIRST, [
    ['OUT_OF_STOCK', 380],
    ['IN_STOCK', 370],
    ['OUT_OF_STOCK', 60],
    ['IN_STOCK', 50],
    ['OUT_OF_STOCK', 20],
  ])
  await stocks(SECOND, [['IN_STOCK', 90]])
  await importEarnings(
    { pool: api.database.pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      const weeks = Array.from({ length: 4 }, (_, back) => plusDays(weekOf(day(20)), -7 * (back + 1)))
      for (const [line, week] of weeks.entries())
        yield { line, cells: { site: 'mv', post_id: '1', asin: FIRST, week, earnings: 50 } }
    })(),
  )
  // 40 days that were won, then 30 that were not; bits begin with the newest day.
  const bits = `${'0'.repeat(30)}${'1'.repeat(40)}${'0'.repeat(58)}`
  await db.execute(sql`
    with k as (insert into keywords (keyword, identity) values ('Robot vacuum', 'robot vacuum') returning keyword_id)
    insert into keyword_days (keyword_id, last_day, as_of, seen, won)
    select keyword_id, ${day(1)}::date, ${day(1)}::date, ${`${'1'.repeat(70)}${'0'.repeat(58)}`}::bit(128), ${bits}::bit(128) from k`)
})
afterAll(() => api.close())

describe('changes of a post’s earnings', () => {
  it('lists the newest first: stock of its products, its lost keyword, changes by its site', async () => {
    const answer = await causes('1')
    expect(told(answer)).toEqual([
      ['out', day(20), 'Dunlarch'],
      ['lost', day(30), 'Robot vacuum'],
      ['back', day(50), 'Dunlarch'],
      ['out', day(60), 'Dunlarch'],
      ['changed', day(200), ''],
    ])
    expect(answer.causes[0]).toMatchObject({ award: 'Best Overall', weekly: 50 })
    expect(answer.causes[1]).toMatchObject({ held: { days: 30, of: 30 }, keyword_id: expect.any(Number) })
    expect(answer.causes[3]).toMatchObject({ weekly: null })
  })

  it('says when its first product was sold out, and that it still is', async () => {
    expect((await causes('1')).outages).toEqual([
      { from: day(60), to: day(50) },
      { from: day(20), to: null },
    ])
  })

  it('uses the days of the desk’s time zone', async () => {
    // Nine in the morning of a day in Greenwich is still the evening before in Honolulu.
    const { db } = api.database
    const stock = async (timeZone: string) => {
      const post = await findEarningPost(db, { site: 'mv', postId: '1' }, timeZone)
      return (await listStockChanges(db, post?.id ?? 0, { from: day(364), timeZone })).map((each) => each.day)
    }
    const days = await stock('UTC')
    expect(days).toContain(day(20))
    expect(await stock('Pacific/Honolulu')).toEqual(days.map((each) => plusDays(each, -1)))
  })

  it('is empty where nothing is known, and a post that does not exist answers 404', async () => {
    expect(await causes('2')).toEqual({ causes: [], outages: [] })
    expect((await opm.get('/api/content-tracker/causes?site=mv&post_id=99')).status).toBe(404)
  })

  it('of one of our posts has the changes of each update', async () => {
    const { db } = api.database
    const qa = await api.as('qa')
    const { id: siteId } = await buildSite(db, { code: 'mo' })
    const { id } = await buildArticle(db, { userId: qa.id, siteId, status: 'published', postId: 88 })
    const content = (title: string, asins: string[]) =>
      JSON.stringify({
        title,
        intro: 'I',
        imageUrl: null,
        siteId,
        keywords: [],
        faqs: [],
        notes: null,
        products: asins.map((asin) => ({ asin, name: asin, award: 'A', summary: '' })),
      })
    for (const [version, title, asins, back] of [
      [1, 'One', ['A'], 100],
      [2, 'Two', ['A', 'B', 'C'], 40],
    ] as const)
      await db.execute(sql`
        insert into article_versions (article_id, version, content, created_at)
        values (${id}, ${version}, ${content(title, [...asins])}::jsonb, ${`${day(back)}T10:00:00Z`}::timestamptz)
        on conflict (article_id, version) do update set content = excluded.content, created_at = excluded.created_at`)
    for (const [action, back] of [
      ['published', 100],
      ['revised', 40],
    ] as const)
      await db.execute(sql`
        insert into article_events (article_id, action, created_at) values (${id}, ${action}, ${`${day(back)}T10:00:00Z`}::timestamptz)`)
    await followAll({ db, clock: () => api.now(), timeZone: 'UTC' })
    expect(told(await causes('88', 'mo'))).toEqual([
      ['updated', day(40), '2 new products, new title'],
      ['published', day(100), ''],
    ])
  })
})
