import { sql } from 'drizzle-orm'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { flagBit } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildHit, buildKeyword, buildSite } from '../../../testing/builders.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { markDayComplete, recomputeQueryTotals, recomputeSearchTotals, writeRows } from './search-store.ts'

let api: Api
let opm: Client
let until: string
let site: { id: number; code: string; url: string }

/** The query that leads, so many days before the last one. */
const writeChairs = (back: number, clicks: number, impressions: number, position: number) =>
  writeRows(api.database.db, site.id, plusDays(until, -back), [
    { page: 'tt.example/1', query: 'chairs for back pain', clicks, impressions, position },
  ])
const keepBack = (back: number) =>
  markDayComplete(api.database.db, {
    siteId: site.id,
    day: plusDays(until, -back),
    rows: 0,
    readAt: api.now(),
  })

beforeEach(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  const { id } = await buildSite(db, { code: 'tt', url: 'https://tt.example' })
  site = { id, code: 'tt', url: 'https://tt.example' }
  const day = plusDays(api.now().toISOString().slice(0, 10), -3)
  until = day
  const changed = new Date(api.now().getTime() - 5 * DAY_MS).toISOString()
  await writePosts(
    db,
    ['Chairs', 'Kettles', 'Lamps'].map((title, at) => ({
      siteId: site.id,
      postId: String(at + 1),
      title,
      published: changed,
      modified: null,
      address: `https://tt.example/${at + 1}`,
      focusKeyword: null,
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  await db.execute(
    sql`update content_posts set flags = ${flagBit('OUT_OF_STOCK')}::smallint where title = 'Kettles'`,
  )
  const search = (post: number, query: string, figures: [number, number, number]) => {
    const [clicks, impressions, position] = figures
    return { page: `tt.example/${post}`, query, clicks, impressions, position }
  }
  await writeRows(db, site.id, day, [
    // One click of ten is what the first five places bring.
    search(3, 'lamps', [100, 1000, 3]),
    search(1, 'chairs for back pain', [20, 4000, 9.1]),
    search(2, 'kettle', [30, 2000, 12]),
    search(3, 'lamp', [150, 1200, 8.5]),
    search(1, 'seldom', [1, 999, 10]),
    search(1, 'third page', [1, 5000, 24]),
  ])
  await markDayComplete(db, { siteId: site.id, day, rows: 6, readAt: api.now() })
  await recomputeSearchTotals(db, site)
})
afterEach(() => api.close())

it('queries in striking distance are sorted by the clicks they would gain at our own click rate of the first places', async () => {
  const { body } = await opm.get('/api/gsc-keywords/striking-distance?period=30')
  expect(body).toMatchObject({ totalCount: 3, to_be_had: 380 + 170 })
  expect(body.nodes).toMatchObject([
    {
      query: 'chairs for back pain',
      post_title: 'Chairs',
      position: 9.1,
      clicks: 20,
      top_clicks: 400,
      to_be_had: 380,
      held_back_by: 'title lacks “back pain”',
    },
    { query: 'kettle', to_be_had: 170, held_back_by: 'a product is out of stock' },
    // It brings more than others do at the top.
    { query: 'lamp', top_clicks: 150, to_be_had: 0, held_back_by: 'changed 5 days ago' },
  ])
})

it('clicks to gain are worth what the post earns by a click, and unknown values stay unknown', async () => {
  const { db } = api.database
  const worth = async (period: 30 | 90) => {
    await recomputeSearchTotals(db, site)
    const { body } = await opm.get(`/api/gsc-keywords/striking-distance?period=${period}`)
    return [[body.worth, body.valued], body.nodes.map(({ worth }: { worth: number | null }) => worth)]
  }
  const know = (title: string, cents: number | null, clicks: number | null) =>
    db.execute(
      sql`update content_posts set earnings_30d = ${cents}::bigint, clicks_30d = ${clicks}::int where title = ${title}`,
    )
  expect(await worth(30)).toEqual([
    [0, 0],
    [null, null, null],
  ])
  // $50 by 100 clicks.
  await know('Chairs', 5000, 100)
  await know('Kettles', 5000, 19)
  await know('Lamps', null, 100)
  expect(await worth(30)).toEqual([
    [190, 1],
    [190, null, null],
  ])
  // The rows add up to their total, although each is worth a third of a cent more.
  await know('Kettles', 4000, 20)
  expect(await worth(90)).toMatchObject([
    [176.66, 2],
    [63.33, 113.33, null],
  ])
})

it('a query is compared with its last other holder, and the row says what holds our post back', async () => {
  const { db } = api.database
  const { id: keywordId } = await buildKeyword(db, 'kettle')
  await db.execute(sql`update content_posts set flags = 0`)
  await db.execute(sql`insert into content_products (content_post_id, asin, position)
    select content_post_id, 'B0AAAAAAA1', 0 from content_posts where title = 'Kettles'`)
  const item = (asin: string) => ({ asin, name: asin, award: '', blurb: '' })
  await recordHits(
    db,
    [
      buildHit({ keywordId, day: plusDays(until, -2), publisher: 'Nookwise', items: [item('B0AAAAAAA2')] }),
      buildHit({
        keywordId,
        day: plusDays(until, -1),
        publisher: 'Pet Tally',
        items: ['B0AAAAAAA2', 'B0AAAAAAA3', 'B0AAAAAAA4'].map(item),
      }),
      buildHit({ keywordId, day: until }),
    ],
    until,
  )
  // If the query is not our keyword, the post's keyword is used.
  await db.execute(sql`update content_posts set focus_keyword = 'Kettle' where title in ('Kettles', 'Lamps')`)
  const { body } = await opm.get('/api/gsc-keywords/striking-distance?period=30')
  const [chairs, kettle, lamp] = body.nodes
  expect(chairs.compare).toBeNull()
  expect(kettle.held_back_by).toBe('1 product; the winner has 3')
  expect((await opm.get(`/api/stats/${kettle.compare.stat_id}`)).body.publisher).toBe('Pet Tally')
  expect(lamp).toMatchObject({ compare: kettle.compare, held_back_by: 'changed 5 days ago' })
})

it('another of our posts that ranks for the same query is named as long as it exists', async () => {
  const { db } = api.database
  await writeRows(db, site.id, until, [
    { page: 'tt.example/1', query: 'lamp', clicks: 100, impressions: 800, position: 9 },
  ])
  await recomputeSearchTotals(db, site)
  await transaction(db, (tx) => recomputeQueryTotals(tx))
  const lamp = async () => {
    const { body } = await opm.get('/api/gsc-keywords/striking-distance?period=30&query=Lamps')
    return body.nodes[0].held_back_by
  }
  expect(await lamp()).toBe('another post also ranks')
  await db.execute(sql`update content_posts set gone_at = now() where title = 'Chairs'`)
  expect(await lamp()).toBe('changed 5 days ago')
})

it('striking distance says where a query stood in as many days before, once all of these are known', async () => {
  const before = async () => {
    const { body } = await opm.get('/api/gsc-keywords/striking-distance?period=30')
    return body.nodes.map(({ before }: { before: unknown }) => before)
  }
  await writeChairs(30, 4, 300, 12)
  await writeChairs(59, 1, 100, 16)
  await writeChairs(60, 90, 100, 1)
  for (let back = 30; back < 59; back++) await keepBack(back)
  expect(await before()).toEqual([null, null, null])
  await keepBack(59)
  expect(await before()).toEqual([{ clicks: 5, impressions: 400, position: 13 }, null, null])
  // No days are kept before a year.
  await recomputeSearchTotals(api.database.db, site)
  const { body } = await opm.get('/api/gsc-keywords/striking-distance?period=360')
  expect(body.nodes[0].before).toBeNull()
})

it('striking distance can be exported, too: a line for each query of the filters, on any page', async () => {
  await writeChairs(30, 5, 400, 13)
  for (let back = 30; back < 60; back++) await keepBack(back)
  const path = '/api/gsc-keywords/striking-distance.csv?period=30&query='
  expect((await (await api.as('wrt')).get(path)).status).toBe(403)
  const { status, body } = await opm.get(`${path}k`)
  expect(status).toBe(202)
  expect(body.name).toMatch(/^striking-distance-30-days-\d{4}-\d\d-\d\d\.csv$/)
  await api.mails()
  const file = await opm.get(`/api/export/${body.exportId}/file`)
  const [head, ...lines] = String(file.body).trim().split('\n')
  expect(head).toMatch(/^Query,Site,Post ID,Title,Address,Position,Position before,/)
  expect(lines).toHaveLength(2)
  expect(lines[0]).toMatch(
    /^chairs for back pain,tt,1,Chairs,https:\/\/tt\.example\/1,9\.1,13\.0,4000,400,20,5,400,380,/,
  )
  expect(lines[1]).toMatch(/^kettle,tt,2,Kettles,.*,12\.0,,2000,,30,,200,170,,a product is out of stock$/)
})

it('queries in striking distance can be filtered by words and paged', async () => {
  const { body } = await opm.get('/api/gsc-keywords/striking-distance?query=kettle')
  expect(body.nodes.map(({ query }: { query: string }) => query)).toEqual(['kettle'])
  const second = await opm.get('/api/gsc-keywords/striking-distance?perPage=1&page=2')
  expect(second.body.nodes[0].query).toBe('kettle')
  expect(second.body.totalCount).toBe(3)
  expect((await (await api.as('wrt')).get('/api/gsc-keywords/striking-distance')).status).toBe(403)
})

it('a query in striking distance links no post whose address isn’t http or https [S13]', async () => {
  await api.database.pool.query("update content_posts set permalink = 'javascript:alert(1)'")
  const { body } = await opm.get('/api/gsc-keywords/striking-distance?query=kettle')
  expect(body.nodes).toMatchObject([{ query: 'kettle', permalink: null }])
})
