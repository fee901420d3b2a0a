import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { importEarnings } from '../content-tracker/verbs/import-earnings.ts'

const OUT = 'B0AAAAAAQ1'
const INVALID = 'B0AAAAAAQ2'
const LATE = 'B0AAAAAAQ3'
const THERE = 'B0AAAAAAQ4'
/** A Wednesday: the four full weeks before it begin on the Mondays from 9 March to 30 March. */
const WENT_OUT = '2026-04-08T10:00:00.000Z'
const MONDAYS = ['2026-03-09', '2026-03-16', '2026-03-23', '2026-03-30']

interface Row extends Record<string, unknown> {
  POST_ID: string
  is_here: boolean
  update: { article_id: number | null; is_without: boolean } | null
}

let api: Api
let opm: Client
let siteId: number

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db, pool } = api.database
  siteId = (await buildSite(db, { code: 'ba' })).id
  const other = (await buildSite(db, { code: 'bb' })).id
  const post = (site: number, postId: string, asins: string[]) => ({
    siteId: site,
    postId,
    title: `Vacuums ${postId}`,
    published: null,
    modified: null,
    address: `https://ba.example/${postId}`,
    focusKeyword: null,
    picture: null,
    trackingId: null,
    products: asins.map((asin) => ({ asin, name: `Name of ${asin}`, award: 'Best Overall', image: null })),
  })
  await writePosts(
    db,
    [
      post(siteId, '91', [OUT, INVALID, THERE]),
      post(siteId, '92', [OUT]),
      post(other, '93', [OUT]),
      post(other, '94', [LATE]),
    ],
    'import',
  )
  const state = (asin: string, stock: string, since: string) =>
    db.execute(sql`update products set stock = ${stock}, stock_since = ${since} where asin = ${asin}`)
  await state(OUT, 'OUT_OF_STOCK', WENT_OUT)
  await state(INVALID, 'INVALID_ASIN', WENT_OUT)
  await state(LATE, 'OUT_OF_STOCK', new Date(api.now().getTime() - HOUR_MS).toISOString())
  await state(THERE, 'IN_STOCK', WENT_OUT)
  const lines = MONDAYS.flatMap((week) => [
    { site: 'ba', post_id: 91, week, earnings: 100 },
    { site: 'ba', post_id: 91, asin: OUT, week, earnings: 40 },
    { site: 'ba', post_id: 92, week, earnings: 50 },
  ])
  await importEarnings(
    { pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      for (const [line, cells] of lines.entries()) yield { line, cells }
    })(),
  )
})
afterAll(() => api.close())

const board = async (query = '') => (await opm.get(`/api/stocks/oos-products${query}`)).body
const asinsOf = ({ nodes }: { nodes: { asin: string }[] }) => nodes.map(({ asin }) => asin)

describe('the stock board', () => {
  it('has a row for each product with its posts, the largest losses first, with reported, estimated and unknown sums apart', async () => {
    const { nodes, totalCount } = await board()
    expect([totalCount, asinsOf({ nodes })]).toEqual([3, [OUT, LATE, INVALID]])
    expect(nodes[0]).toMatchObject({
      title: `Name of ${OUT}`,
      availability_type: 'OUT_OF_STOCK',
      since: WENT_OUT,
      posts: 3,
      // $40 were reported for one post; the second is estimated at 40 % of $50; the third is unknown.
      at_risk: 60,
      is_estimate: true,
      unknown: 1,
    })
    const risks = nodes[0].rows.map((row: Row) => [row.POST_ID, row.at_risk, row.is_estimate])
    expect(risks).toEqual([
      ['91', 40, false],
      ['92', 20, true],
      ['93', null, false],
    ])
    expect(nodes[2]).toMatchObject({ asin: INVALID, at_risk: null, is_estimate: false, unknown: 1 })
  })

  it('is filtered like the report, and a product’s values elsewhere still estimate the remaining rows', async () => {
    const narrowed = await board('?query=92')
    expect(narrowed.nodes).toMatchObject([{ asin: OUT, posts: 1, at_risk: 20, is_estimate: true }])
    expect(asinsOf(await board(`?site_filter=${siteId}`))).toEqual([OUT, INVALID])
    expect(asinsOf(await board('?stock=IN_STOCK'))).toEqual([THERE])
  })

  it.each(['ASIN', 'TITLE', 'POST_TITLE', 'AVAILABILITY_TYPE', 'SINCE', 'AT_RISK'])(
    'by %s is one direction the other one backwards, over pages that have each product once',
    async (sort) => {
      const pages = async (order: string) => {
        const all = [1, 2].map((page) => board(`?sort=${sort}&sortOrder=${order}&page=${page}&perPage=2`))
        return (await Promise.all(all)).flatMap(asinsOf)
      }
      const up = await pages('asc')
      expect(new Set(up).size).toBe(3)
      expect(await pages('desc')).toEqual(up.toReversed())
    },
  )

  it('by posts begins with the product of most of them, and says how many there are beyond its last page', async () => {
    expect(asinsOf(await board('?sort=POST_TITLE&sortOrder=desc'))[0]).toBe(OUT)
    expect(await board('?page=9')).toEqual({ nodes: [], totalCount: 3 })
  })

  it('totals the earnings at risk, their new part, and their sites', async () => {
    expect((await opm.get('/api/stocks/oos-summary')).body).toEqual({
      is_checked: true,
      products: 3,
      posts: 4,
      at_risk: 60,
      is_estimate: true,
      unknown: 3,
      new: { products: 1, at_risk: null },
      sites: [{ site: 'ba', at_risk: 60 }],
    })
    expect((await opm.get('/api/stocks/oos-summary?query=nothing')).body).toMatchObject({
      products: 0,
      at_risk: null,
      sites: [],
    })
  })

  it('says of a post that an update without the product is being worked on, as long as it is', async () => {
    const { body } = await opm.post('/api/content-tracker/updates', {
      site: 'ba',
      post_id: '92',
      keyword: 'vacuums',
    })
    const updated = async () =>
      (await board()).nodes[0].rows.map((row: Row) => [row.POST_ID, row.update?.is_without ?? null])
    const none = [
      ['91', null],
      ['92', null],
      ['93', null],
    ]
    expect(await updated()).toEqual([none[0], ['92', false], none[2]])
    await opm.patch(`/api/articles/${body.article_id}`, { products: [], version: 1 })
    expect(await updated()).toEqual([none[0], ['92', true], none[2]])
    const report = (await opm.get('/api/stocks/oos-report?query=92')).body.edges
    const update = { article_id: body.article_id, status: 'draft', is_without: true }
    expect(report).toMatchObject([{ ASIN: OUT, update }])
    // Another user's draft keeps its number.
    const qa = await api.as('qa')
    expect((await qa.get('/api/stocks/oos-report?query=92')).body.edges).toMatchObject([
      { update: { ...update, article_id: null } },
    ])
    // So does an update of the article that became another post.
    const becomes = (status: string, post: number | null) =>
      api.database.pool.query('update articles set status = $1, wordpress_id = $2 where article_id = $3', [
        status,
        post,
        body.article_id,
      ])
    await becomes('published', 9_000)
    expect(await updated()).toEqual(none)
    const next = await opm.post('/api/content-tracker/updates', { site: 'ba', post_id: '92' })
    expect(next.status).toBe(201)
    expect(await updated()).toEqual([none[0], ['92', true], none[2]])
    await opm.delete(`/api/articles/${next.body.article_id}`)
    await becomes('draft', null)
    await opm.delete(`/api/articles/${body.article_id}`)
    expect(await updated()).toEqual(none)
  })

  it('says it, too, of a post replaced by an article of another post', async () => {
    const request = () =>
      opm.post('/api/content-tracker/updates', { site: 'bb', post_id: '93', keyword: 'vacuums' })
    const { article_id: renewed } = (await request()).body
    await api.database.pool.query("update articles set status = 'published' where article_id = $1", [renewed])
    const { article_id: id } = (await request()).body
    expect((await opm.get(`/api/articles/${id}`)).body).toMatchObject({ revises: renewed })
    await opm.patch(`/api/articles/${id}`, { products: [], version: 1 })
    const updated = async () =>
      (await board()).nodes[0].rows.flatMap((row: Row) => (row.update?.is_without ? [row.POST_ID] : []))
    expect(await updated()).toEqual(['93'])
    await opm.delete(`/api/articles/${id}`)
    expect(await updated()).toEqual([])
  })

  it('counts a post as changeable here if its site allows changes to live posts, for users who may make them', async () => {
    const changeable = async (by: Client) =>
      (await by.get('/api/stocks/oos-products')).body.nodes[0].rows.flatMap((row: Row) =>
        row.is_here ? [row.POST_ID] : [],
      )
    const qa = await api.as('qa')
    const allow = (isAllowed: boolean) =>
      api.database.pool.query("update sites set changes_live_posts = $1 where code = 'bb'", [isAllowed])
    expect(await changeable(qa)).toEqual([])
    await allow(true)
    try {
      expect(await changeable(qa)).toEqual(['93'])
      expect(await changeable(opm)).toEqual([])
    } finally {
      await allow(false)
    }
  })

  it('sums the places that can be changed here, on their sites, and those only drafted, each once', async () => {
    const qa = await api.as('qa')
    const places = async (by: Client, query = '') => (await by.get(`/api/stocks/oos-places${query}`)).body
    const none = { places: 0, at_risk: null }
    expect(await places(opm)).toEqual({ here: none, on_sites: { places: 5, at_risk: 60 }, drafted: none })
    await api.database.pool.query("update sites set changes_live_posts = true where code = 'bb'")
    const { body } = await opm.post('/api/content-tracker/updates', {
      ...{ site: 'ba', post_id: '92', keyword: 'vacuums' },
    })
    try {
      await opm.patch(`/api/articles/${body.article_id}`, { products: [], version: 1 })
      const drafted = { places: 1, at_risk: 20 }
      expect(await places(opm)).toEqual({
        here: none,
        on_sites: { places: 4, at_risk: 40 },
        drafted,
      })
      expect(await places(qa)).toEqual({
        here: { places: 2, at_risk: null },
        on_sites: { places: 2, at_risk: 40 },
        drafted,
      })
      expect(await places(qa, '?query=92')).toEqual({ here: none, on_sites: none, drafted })
    } finally {
      await opm.delete(`/api/articles/${body.article_id}`)
      await api.database.pool.query("update sites set changes_live_posts = false where code = 'bb'")
    }
  })

  it('counts a post as changeable here only if its article is published with the product', async () => {
    const { db, pool } = api.database
    const { id } = await buildArticle(db, { userId: opm.id, siteId, status: 'published' })
    const assign = (articleId: number | null) =>
      pool.query("update content_posts set article_id = $1 where site_id = $2 and post_id = '92'", [
        articleId,
        siteId,
      ])
    const here = async () => {
      const rows: Row[] = (await board('?query=92')).nodes[0].rows
      const sum = (await opm.get('/api/stocks/oos-places?query=92')).body.here.places
      return [rows.map(({ is_here: isHere }) => isHere), sum]
    }
    await assign(id)
    try {
      expect(await here()).toEqual([[false], 0])
      await pool.query('update article_products set asin = $1 where article_id = $2', [OUT, id])
      expect(await here()).toEqual([[true], 1])
      await pool.query("update articles set status = 'approved' where article_id = $1", [id])
      expect(await here()).toEqual([[false], 0])
    } finally {
      await assign(null)
    }
  })

  it('adds up to the totals of the report by article', async () => {
    const { pageInfo } = (await opm.get('/api/stocks/oos-report')).body
    expect(pageInfo).toEqual({ total: 5, at_risk: 60, unknown: 3 })
  })
})

it('is shown beside the product in the library too: the same sum, of as many posts', async () => {
  const { body } = await opm.get(`/api/stocks/oos-products?query=${OUT}`)
  const [onBoard] = body.nodes
  const { nodes } = (await opm.get('/api/products?query=B0AAAAAAQ&perPage=10')).body
  const riskOf = (asin: string) => nodes.find((product: { asin: string }) => product.asin === asin)?.risk
  expect(riskOf(OUT)).toEqual({
    weekly: onBoard.at_risk * 100,
    is_estimated: onBoard.is_estimate,
    posts: onBoard.posts,
  })
  expect(onBoard.at_risk).toBeGreaterThan(0)
  expect(riskOf(LATE)).toEqual({ weekly: null, is_estimated: false, posts: 1 })
  expect(riskOf(THERE)).toBeNull()
})

it('adds up to the cent at every level, although a week is a quarter of four', async () => {
  const { pool } = api.database
  const changeCents = async (change: number) => {
    await pool.query(
      'update product_earnings set cents = cents + $3 where asin = $1 and week_start = $2 and cents <> 2001',
      [OUT, MONDAYS[0], change],
    )
    await pool.query('select recompute_risks(array[$1])', [OUT])
  }
  await pool.query(
    `insert into product_earnings (content_post_id, asin, week_start, cents)
     select content_post_id, $1, $2::date, 2001 from content_posts where post_id in ('92', '93')`,
    [OUT, MONDAYS[0]],
  )
  await changeCents(1)
  const cents = (sums: { at_risk: number | null }[]) =>
    Math.round(100 * sums.reduce((all, { at_risk: atRisk }) => all + (atRisk ?? 0), 0))
  const get = async (path: string) => (await opm.get(`/api/stocks/${path}?query=${OUT}`)).body
  try {
    const { edges, pageInfo } = await get('oos-report')
    const total = cents(edges)
    // 4,000.25, and twice 500.25.
    expect(total).toBe(5000)
    const [product] = (await get('oos-products')).nodes
    const summary = await get('oos-summary')
    expect([pageInfo, product, summary].map((each) => cents([each]))).toEqual([total, total, total])
    expect(cents(product.rows)).toBe(total)
    expect(cents(summary.sites)).toBe(total)
    expect(cents(Object.values(await get('oos-places')))).toBe(total)
  } finally {
    await pool.query('delete from product_earnings where asin = $1 and cents = 2001', [OUT])
    await changeCents(-1)
  }
})
