import { sql } from 'drizzle-orm'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lostClicks } from '#shared/features/posts/gsc-keywords/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { transaction } from '../../../db/connect.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import {
  markDayComplete,
  recomputeQueryTotals,
  recomputeSearchTotals,
  writeRows,
} from '../gsc-keywords/search-store.ts'

let api: Api
let opm: Client
let until: string
const ids = { tt: 0, uu: 0 }
type Code = keyof typeof ids

const found = (page: string, query: string, figures: [number, number, number]) => {
  const [clicks, impressions, position] = figures
  return { page: `${page[0]}${page[0]}.example/${page.slice(1)}`, query, clicks, impressions, position }
}

/** Posts of two sites, as `t1` or `u1`, with their keyword and what they earned, in dollars. */
const POSTS = [
  ['t1', 'Kettles', 'electric kettle', null],
  ['t2', 'Teapots', 'electric kettle', 100],
  ['u1', 'Kettles for Two', 'kettle for two', 40],
  ['u2', 'Gifts', null, null],
  ['t3', 'Lamps', 'desk lamp', 10],
  ['u3', 'Desks', 'desk', 20],
] as const

async function layPosts() {
  const { db } = api.database
  const siteOf = (page: string) => ids[page.startsWith('t') ? 'tt' : 'uu']
  await writePosts(
    db,
    POSTS.map(([page, title, focusKeyword]) => ({
      siteId: siteOf(page),
      postId: page.slice(1),
      title,
      published: '2026-01-02T00:00:00Z',
      modified: null,
      address: `https://${page[0]}${page[0]}.example/${page.slice(1)}`,
      focusKeyword,
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  for (const [page, , , earned] of POSTS)
    await db.execute(sql`update content_posts set earnings_30d = ${earned === null ? null : earned * 100}::bigint
      where site_id = ${siteOf(page)}::int and post_id = ${page.slice(1)}`)
}

async function tell(code: Code, day: string, rows: ReturnType<typeof found>[]) {
  const { db } = api.database
  const own = rows.filter(({ page }) => page.startsWith(code))
  await writeRows(db, ids[code], day, own)
  await markDayComplete(db, { siteId: ids[code], day, rows: own.length, readAt: api.now() })
}

const list = async (query = '') =>
  (await opm.get(`/api/gsc-keywords/cannibalisation?period=30&${query}`)).body
const queriesOf = async (query = '') => (await list(query)).nodes.map(({ query }: { query: string }) => query)

async function start(): Promise<void> {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  for (const code of ['tt', 'uu'] as const)
    ids[code] = (
      await buildSite(db, { code, url: `https://${code}.example`, displayName: `Site ${code}` })
    ).id
  until = plusDays(api.now().toISOString().slice(0, 10), -3)
  await layPosts()
  const earlier = plusDays(until, -7)
  const before = [
    found('t1', 'electric kettle', [60, 300, 4]),
    found('t2', 'electric kettle', [2, 60, 11]),
    found('u1', 'electric kettle', [0, 0.5 * 100, 12]),
  ]
  const now = [
    found('t1', 'electric kettle', [0, 100, 6]),
    found('t2', 'electric kettle', [8, 340, 9]),
    // Less than a tenth, and beyond place 20.
    found('u2', 'electric kettle', [1, 40, 9]),
    found('u3', 'electric kettle', [1, 400, 21]),
    found('t1', 'best kettle', [5, 50, 3]),
    found('t2', 'teapot', [30, 300, 2]),
    found('t3', 'desk lamp', [10, 100, 5]),
    found('u3', 'desk lamp', [10, 100, 5]),
    // Nobody sees this often, and that is meant for a site.
    found('t3', 'seldom', [5, 50, 5]),
    found('u3', 'seldom', [5, 49, 5]),
    found('t3', 'lamps of site tt', [50, 500, 1]),
    found('u3', 'lamps of site tt', [5, 500, 5]),
  ]
  for (const code of ['tt', 'uu'] as const) {
    await tell(code, earlier, before)
    await tell(code, until, now)
    await recomputeSearchTotals(db, { id: ids[code], code, url: `https://${code}.example` })
  }
  await transaction(db, recomputeQueryTotals)
}

describe('cannibalisation', () => {
  beforeAll(start)
  afterAll(() => api.close())

  it('posts take a query from each other where each has a tenth of its impressions at place 20 or better; a site’s name is no such query', async () => {
    const { nodes, ...page } = await list()
    expect(page).toEqual({ totalCount: 2, lost: 50 })
    expect(nodes.map(({ query }: { query: string }) => query)).toEqual(['electric kettle', 'desk lamp'])
    const [kettle] = nodes
    expect(kettle).toMatchObject({ clicks: 72, impressions: 1290, severity: 'medium' })
    // Of 70, those of the first.
    expect(kettle.strongest).toBeCloseTo(60 / 70)
    expect(kettle.posts).toMatchObject([
      {
        post_id: '1',
        site_code: 'tt',
        post_title: 'Kettles',
        clicks: 60,
        impressions: 400,
        position: 4.5,
        earnings: null,
      },
      { post_id: '2', site_code: 'tt', clicks: 10, impressions: 400, earnings: 100 },
    ])
  })

  it('the clicks that are lost are the rule’s, and so is the post that keeps the query: by clicks, then by what it earns', async () => {
    const { nodes } = await list()
    for (const { posts, lost } of nodes)
      expect(lost).toBe(
        lostClicks(
          posts.map((post: { clicks: number; impressions: number; position: number; earnings: number }) => ({
            clicks: post.clicks,
            impressions: post.impressions,
            position: post.position,
            earnings: post.earnings,
          })),
        ),
      )
    // 400 impressions at 60 of 400, less the 10 that came; and of two alike the one that earns more.
    expect(nodes[0].lost).toBe(50)
    expect(nodes[1].posts[0]).toMatchObject({ post_title: 'Desks', earnings: 20, advice: 'keep' })
  })

  it('a proposal lists the other queries of each of its posts', async () => {
    const [kettle, lamp] = (await list()).nodes
    expect(kettle.posts).toMatchObject([
      { advice: 'keep', other: { QUERY: 'best kettle', CLICKS: 5 } },
      {
        advice: 'keyword',
        other: { QUERY: 'teapot', CLICKS: 30 },
        now: { QUERY: 'electric kettle', CLICKS: 10 },
      },
    ])
    expect(lamp.posts[1]).toMatchObject({ post_title: 'Lamps', advice: 'keyword' })
  })

  it('rivalries can be filtered by site, reach and words, sorted, and paged', async () => {
    expect(await queriesOf(`site=${ids.uu}`)).toEqual(['desk lamp'])
    expect(await queriesOf('reach=within')).toEqual(['electric kettle'])
    expect(await queriesOf('query=teapots')).toEqual(['electric kettle'])
    expect(await queriesOf('query=LAMP')).toEqual(['desk lamp'])
    expect(await queriesOf('query=nothing')).toEqual([])
    expect(await queriesOf('sort=QUERY&sortOrder=asc')).toEqual(['desk lamp', 'electric kettle'])
    expect(await queriesOf('perPage=1&page=2')).toEqual(['desk lamp'])
    expect((await (await api.as('wrt')).get('/api/gsc-keywords/cannibalisation')).status).toBe(403)
  })

  it('the days say which post was shown in which week, and how often that changed', async () => {
    const { body } = await opm.get(
      '/api/gsc-keywords/cannibalisation/days?period=30&query=Electric%20%20Kettle',
    )
    expect(body.days).toHaveLength(30)
    expect(body.days.at(-1)).toBe(until)
    expect(body.weeks).toHaveLength(2)
    const [first, second] = body.posts
    expect(first).toMatchObject({ post_id: '1', site_code: 'tt' })
    expect(first.shown[0]).toBeCloseTo(300 / 360)
    expect(second.shown[1]).toBeCloseTo(340 / 440)
    expect(first.positions.at(-1)).toBe(6)
    expect(second.clicks.at(-8)).toBe(2)
    expect(first.clicks.at(-2)).toBeNull()
    expect(body.turns).toBe(1)
    // 8 clicks after 62.
    expect(body.turn_change).toBeCloseTo(8 / 62 - 1)
    expect((await opm.get('/api/gsc-keywords/cannibalisation/days?query=desk')).status).toBe(404)
  })

  it('a post that is gone takes nothing from the one that is left', async () => {
    const { pool } = api.database
    await pool.query("update content_posts set gone_at = now() where title in ('Desks', 'Kettles')")
    expect(await queriesOf()).toEqual([])
    await pool.query('update content_posts set gone_at = null')
  })

  it('cannibalisation is taken away as a file, a line for each post', async () => {
    const { status, body } = await opm.get('/api/gsc-keywords/cannibalisation.csv?period=30&query=electric')
    expect(status).toBe(202)
    await api.app.queue.drain()
    const { body: file } = await opm.get(`/api/export/${body.exportId}/file`)
    const lines = String(file).trim().split('\n')
    expect(lines.map((line) => line.split(',').slice(0, 6).join(','))).toEqual([
      'Query,Clicks lost,Severity,Site,Post ID,Title',
      'electric kettle,50,medium,tt,1,Kettles',
      'electric kettle,50,medium,tt,2,Teapots',
    ])
  })
})

describe('cannibalisation that changes', () => {
  beforeEach(start)
  afterEach(() => api.close())

  it('recomputed rows are written where they differ, and nowhere else', async () => {
    const { db } = api.database
    const rows = async () => {
      const { rows } = await db.execute<{ place: string; query: string; impressions: number }>(sql`
        select k.ctid::text || k.xmin::text as place, q.query, k.impressions
        from search_query_totals k join search_queries q using (query_id) where k.period = 30`)
      return new Map(rows.map((row) => [row.query, row]))
    }
    const before = await rows()
    await transaction(db, recomputeQueryTotals)
    expect(await rows()).toEqual(before)
    await tell('tt', until, [found('t2', 'teapot', [30, 310, 2]), found('t2', 'new pot', [1, 10, 2])])
    await db.execute(sql`delete from search_rows where query_id in
      (select query_id from search_queries where query = 'best kettle')`)
    await recomputeSearchTotals(db, { id: ids.tt, code: 'tt', url: 'https://tt.example' })
    await transaction(db, (tx) => recomputeQueryTotals(tx, [90]))
    expect(await rows()).toEqual(before)
    await transaction(db, recomputeQueryTotals)
    const after = await rows()
    expect(after.get('teapot')?.impressions).toBe(310)
    expect(after.get('new pot')?.impressions).toBe(10)
    expect(after.has('best kettle')).toBe(false)
    for (const query of ['electric kettle', 'desk lamp', 'seldom', 'lamps of site tt'])
      expect(after.get(query)).toEqual(before.get(query))
  })

  it('a query is left as it is until other posts take it from each other, and taken up again on request', async () => {
    const left = '/api/gsc-keywords/cannibalisation/left'
    const body = { query: 'Desk  Lamp', period: 30 }
    expect((await opm.post(left, body)).status).toBe(204)
    expect(await queriesOf()).toEqual(['electric kettle'])
    const [lamp] = (await list('standing=left')).nodes
    expect(lamp).toMatchObject({ query: 'desk lamp', left: { by: 'Opm One', at: expect.any(String) } })
    expect((await opm.delete(left, body)).status).toBe(204)
    expect(await queriesOf()).toEqual(['electric kettle', 'desk lamp'])
    expect((await opm.delete(left, body)).status).toBe(404)
    expect((await opm.post(left, { ...body, query: 'seldom' })).status).toBe(404)

    await opm.post(left, body)
    await api.database.pool.query(
      "update search_query_totals set rivals = rivals || (select content_post_id from content_posts where title = 'Kettles') where period = 30 and query_id = (select query_id from search_queries where query = 'desk lamp')",
    )
    expect(await queriesOf()).toEqual(['electric kettle', 'desk lamp'])
  })
})

describe('addresses of posts', () => {
  beforeAll(start)
  afterAll(() => api.close())

  it('are left out of every list of posts if they aren’t http or https [S13]', async () => {
    const lists = [
      '/api/gsc-keywords/cannibalisation?period=30',
      '/api/gsc-keywords/?period=30',
      '/api/keyword-opportunities/searched',
      '/api/snowflake/content',
    ]
    const read = () => Promise.all(lists.map(async (path) => JSON.stringify((await opm.get(path)).body)))
    for (const text of await read()) expect(text).toContain('.example/')
    await api.database.pool.query("update content_posts set permalink = 'javascript:alert(1)'")
    for (const text of await read()) {
      expect(text).toMatch(/"(?:PERMALINK|permalink)":null/)
      expect(text).not.toContain('javascript:')
    }
  })
})
