import { sql } from 'drizzle-orm'
import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { stockReportEndpoints } from '#shared/features/posts/stock-report/contract.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import { commissionCategories } from '../../../db/schema/commission-categories.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { importEarnings } from '../content-tracker/verbs/import-earnings.ts'

const OUT = 'B0AAAAAAR1'
const INVALID = 'B0AAAAAAR2'
const THERE = 'B0AAAAAAR3'
const NEVER = 'B0AAAAAAR4'
/** The product with the wrong ASIN went out in another week than the sold-out one. */
const WAS_WRONG = '2026-04-01T20:00:00.000Z'
/** A Wednesday in UTC and a Thursday here: the four full weeks before it begin on the Mondays from 9 March to 30 March. */
const WENT_OUT = '2026-04-08T20:00:00.000Z'

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi({
    ORG_TZ: 'Asia/Kolkata',
    WP_SITES: JSON.stringify({ xw: { baseUrl: 'http://127.0.0.1:9', user: 'u', appPassword: 'p' } }),
  })
  opm = await api.as('opm')
  const { db, pool } = api.database
  siteId = (await buildSite(db, { code: 'xw' })).id
  const own = await buildSite(db, { code: 'xo' })
  const article = await buildArticle(db, { siteId: own.id, userId: opm.id })
  const product = (asin: string, name: string, award = '') => ({ asin, name, award, image: `/${asin}.jpg` })
  const post = (site: number, postId: string, title: string, products: ReturnType<typeof product>[]) => ({
    siteId: site,
    postId,
    title,
    published: null,
    modified: null,
    address: `https://shop.example/${postId}`,
    focusKeyword: null,
    picture: null,
    trackingId: null,
    products,
  })
  await writePosts(
    db,
    [
      post(siteId, '71', 'Best Kettles', [
        product(OUT, 'Heron Kettle', 'Best Overall'),
        product(INVALID, 'Auk Kettle'),
        product(THERE, 'Finch Kettle'),
        product(NEVER, 'Crow Kettle'),
      ]),
      post(siteId, '72', 'Quiet Kettles', [product(OUT, 'Heron Kettle', 'Runner-Up')]),
      post(own.id, '73', 'Camping Stoves', [product(INVALID, 'Wren Stove 100%')]),
      post(own.id, '74', 'Camping Kettles', [product(OUT, 'Heron Kettle')]),
    ],
    'import',
  )
  await db.execute(sql`update content_posts set article_id = ${article.id} where post_id = '73'`)
  const state = (asin: string, stock: string, since = WENT_OUT) =>
    db.execute(sql`update products set stock = ${stock}, stock_since = ${since} where asin = ${asin}`)
  await state(OUT, 'OUT_OF_STOCK')
  await state(INVALID, 'INVALID_ASIN', WAS_WRONG)
  await state(THERE, 'IN_STOCK')
  const week = (post_id: number, asin: string, monday: string, earnings: number) => ({
    site: 'xw',
    post_id,
    asin,
    week: monday,
    earnings,
  })
  const lines = [
    // Before the four weeks, each of them but one, and the one in which it went out.
    week(71, OUT, '2026-03-02', 1000),
    week(71, OUT, '2026-03-09', 100),
    week(71, OUT, '2026-03-23', 60),
    week(71, OUT, '2026-03-30', 40.5),
    week(71, OUT, '2026-04-06', 5000),
    week(72, OUT, '2026-03-30', 20),
    week(71, THERE, '2026-03-30', 900),
  ]
  await importEarnings(
    { pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      for (const [line, cells] of lines.entries()) yield { line, cells }
    })(),
  )
})
afterAll(() => api.close())

const report = async (query = '') => (await opm.get(`/api/stocks/oos-report${query}`)).body
const keysOf = ({ edges }: { edges: { POST_ID: string; ASIN: string }[] }) =>
  edges.map(({ POST_ID, ASIN }) => `${POST_ID} ${ASIN}`)

describe('Products OOS', () => {
  it('has a row for each unavailable product of each post, the largest losses first, twenty to a page [REP-028] [REP-029] [REP-038] [REP-039] [REP-040]', async () => {
    expect(stockReportEndpoints.list.query?.parse({})).toMatchObject({ page: 1, perPage: 20 })
    const { pageInfo, edges } = await report()
    expect(pageInfo).toEqual({ total: 5, at_risk: 55.13, unknown: 3 })
    expect(edges[0]).toEqual({
      ASIN: OUT,
      TITLE: 'Heron Kettle',
      PERMALINK: 'https://shop.example/71',
      POST_ID: '71',
      POST_TITLE: 'Best Kettles',
      AVAILABILITY_TYPE: 'OUT_OF_STOCK',
      site: 'xw',
      is_here: false,
      is_article: false,
      edit_url: 'http://127.0.0.1:9/wp-admin/post.php?post=71&action=edit',
      product_id: expect.any(Number),
      image_url: `/${OUT}.jpg`,
      award: 'Best Overall',
      since: WENT_OUT,
      at_risk: 50.13,
      is_estimate: false,
      update: null,
      commission: null,
    })
    expect(keysOf({ edges }).slice(0, 2)).toEqual([`71 ${OUT}`, `72 ${OUT}`])
    expect(edges.slice(2).map(({ at_risk: atRisk }: { at_risk: number | null }) => atRisk)).toEqual([
      null,
      null,
      null,
    ])
  })

  it('shows the earnings per sale of a product without known earnings', async () => {
    const { db } = api.database
    const item = (asin: string, currency = 'USD') => ({
      asin,
      title: 'Kettle',
      categories: ['Kitchen', 'Kettles'],
      price: { amount: 80, currency, display: '80' },
      stock: 'OUT_OF_STOCK' as const,
    })
    await db.insert(commissionCategories).values([
      { name: 'KITCHEN', rate: 300 },
      { name: 'kettles', rate: 450 },
    ])
    await db.insert(catalogReadings).values([OUT, INVALID].map((asin) => ({ asin, item: item(asin) })))
    const rows = async () =>
      (await report()).edges as { at_risk: number | null; ASIN: string; commission: object }[]
    const commissions = async () =>
      (await rows()).map(({ ASIN, at_risk: atRisk, commission }) => [ASIN, atRisk, commission])
    const brings = { category: 'kettles', percent: 4.5, per_sale: 3.6 }
    expect(await commissions()).toEqual([
      [OUT, 50.13, null],
      [OUT, 5, null],
      [OUT, null, brings],
      [INVALID, null, brings],
      [INVALID, null, brings],
    ])
    // The value in dollars of a price in another currency is unknown.
    await db.update(catalogReadings).set({ item: item(INVALID, 'EUR') })
    expect((await rows()).at(-1)?.commission).toEqual({ ...brings, per_sale: null })
    await db.delete(commissionCategories)
    await db.delete(catalogReadings)
  })

  it('leads to the editor of a post’s site, and to none where Copydesk has not written it itself [REP-027]', async () => {
    const { edges } = await report('?sort=POST_TITLE&sortOrder=asc')
    const links = Object.fromEntries(
      edges.map(({ POST_ID, edit_url: editUrl }: { POST_ID: string; edit_url: string | null }) => [
        POST_ID,
        editUrl,
      ]),
    )
    expect(links).toEqual({
      71: 'http://127.0.0.1:9/wp-admin/post.php?post=71&action=edit',
      72: 'http://127.0.0.1:9/wp-admin/post.php?post=72&action=edit',
      73: '/posts/xo/73',
      74: null,
    })
  })

  it('shows the selected states [REP-008] [D115]', async () => {
    expect(keysOf(await report('?stock=IN_STOCK'))).toEqual([`71 ${THERE}`])
    expect((await report('?stock=IN_STOCK')).pageInfo).toEqual({ total: 1, at_risk: null, unknown: 0 })
    expect(keysOf(await report('?stock[0]=NOT_SCANNED&stock[1]=IN_STOCK&sort=ASIN&sortOrder=asc'))).toEqual([
      `71 ${THERE}`,
      `71 ${NEVER}`,
    ])
    expect((await opm.get('/api/stocks/oos-report?stock=GONE')).status).toBe(400)
  })

  it('is narrowed by words of ASIN, name or title, signs being signs, and by site [REP-039]', async () => {
    expect(keysOf(await report('?query=quiet%20heron'))).toEqual([`72 ${OUT}`])
    expect(keysOf(await report(`?query=${INVALID.toLowerCase()}&sort=POST_TITLE&sortOrder=asc`))).toEqual([
      `71 ${INVALID}`,
      `73 ${INVALID}`,
    ])
    expect(keysOf(await report('?query=100%25'))).toEqual([`73 ${INVALID}`])
    expect(keysOf(await report('?query=1_0'))).toEqual([])
    expect((await report(`?site_filter=${siteId}`)).pageInfo.total).toBe(3)
    expect((await report('?site_filter=999999')).pageInfo.total).toBe(0)
  })

  const [a, b, c, d, e, f] = [
    ...[`71 ${OUT}`, `71 ${INVALID}`, `71 ${NEVER}`, `72 ${OUT}`, `73 ${INVALID}`, `74 ${OUT}`],
  ]
  it.each([
    ['ASIN', [a, d, f, b, e, c]],
    ['TITLE', [b, c, a, d, f, e]],
    ['POST_TITLE', [a, b, c, f, e, d]],
    ['AVAILABILITY_TYPE', [c, a, d, f, b, e]],
    ['SINCE', [c, b, e, a, d, f]],
    ['AT_RISK', [b, c, e, f, d, a]],
  ])('is sorted by %s either way, over all of its pages [REP-039]', async (sort, up) => {
    const states = 'stock[0]=OUT_OF_STOCK&stock[1]=INVALID_ASIN&stock[2]=NOT_SCANNED'
    const pages = async (order: string) => {
      const asked = (page: number) => `?${states}&sort=${sort}&sortOrder=${order}&page=${page}&perPage=2`
      return (await Promise.all([1, 2, 3].map((page) => report(asked(page))))).flatMap(keysOf)
    }
    expect(await pages('asc')).toEqual(up)
    expect(await pages('desc')).toEqual(up.toReversed())
  })

  it('says how many there are beyond its last page, too', async () => {
    expect(await report('?page=9')).toEqual({
      pageInfo: { total: 5, at_risk: 55.13, unknown: 3 },
      edges: [],
    })
  })

  it('links no post whose address isn’t http or https [S13]', async () => {
    const { db } = api.database
    await db.execute(sql`update content_posts set permalink = 'javascript:alert(1)' where post_id = '71'`)
    const { edges } = await report()
    await db.execute(sql`update content_posts set permalink = 'https://shop.example/71' where post_id = '71'`)
    expect(edges[0]).toMatchObject({ POST_ID: '71', PERMALINK: null })
  })

  it('is a workbook of all rows that its filters find, with the organisation’s days, in which no text is a formula [REP-036] [REP-041]', async () => {
    const { db, pool } = api.database
    const { rows: named } = await pool.query("select title from content_posts where post_id = '72'")
    await db.execute(sql`update content_posts set title = '=1+1' where post_id = '72'`)
    const file = (query: string) =>
      api.app.server.inject({
        url: `/api/stocks/oos.xlsx?sort=AT_RISK&sortOrder=desc&${query}`,
        headers: { authorization: `Bearer ${opm.token}` },
      })
    const answer = await file('')
    await db.execute(sql`update content_posts set title = ${named[0].title} where post_id = '72'`)
    expect(answer.headers['content-disposition']).toContain('oos.xlsx')
    const { sheets } = await readXlsx(answer.rawPayload)
    const [head, first, second, ...rest] = sheets[0]?.rows ?? []
    expect(head?.slice(0, 4)).toEqual(['ASIN', 'Name', 'Article title', 'Status'])
    expect(head?.slice(-3)).toEqual(['Site', 'Post ID', 'Permalink'])
    expect(first).toEqual([
      ...[OUT, 'Heron Kettle', 'Best Kettles', 'OUT_OF_STOCK', '2026-04-09', 'Best Overall', 50.13, null],
      ...['xw', '71', 'https://shop.example/71'],
    ])
    expect(second?.[2]).toBe('=1+1')
    expect(rest).toHaveLength(3)
    const narrow = await readXlsx(
      (await file(`query=kettle&site_filter=${siteId}&stock=IN_STOCK`)).rawPayload,
    )
    expect(narrow.sheets[0]?.rows.slice(1).map(([asin]) => asin)).toEqual([THERE])
  })
})
