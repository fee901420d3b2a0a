import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { HISTORY_WEEKS, weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { writePosts } from './post-store.ts'
import { importEarnings } from './verbs/import-earnings.ts'

let api: Api
let opm: Client
let siteId: number
const BOARD = '1200000000000099'
const titled = (number: number) => `Post ${String(number).padStart(2, '0')}`

const monday = (weeksBack: number) => plusDays(weekOf(api.now().toISOString().slice(0, 10)), -7 * weeksBack)
const post = (
  postId: string,
  title: string,
  over: Partial<Parameters<typeof writePosts>[1][number]> = {},
) => ({
  siteId,
  postId,
  title,
  published: '2026-01-02T00:00:00Z',
  modified: null,
  address: `https://tt.example/${postId}`,
  focusKeyword: 'kettle',
  picture: null,
  trackingId: null,
  products: null,
  ...over,
})
const earn = (lines: readonly Record<string, unknown>[]) =>
  importEarnings(
    { pool: api.database.pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      for (const [line, cells] of lines.entries()) yield { line, cells: { site: 'tt', ...cells } }
    })(),
  )

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  siteId = (await buildSite(db, { code: 'tt', boardGid: BOARD })).id
  const products = [
    { asin: 'B0AAAAAAB1', name: 'Kettle', award: 'Best Overall', image: '/kettle.jpg' },
    { asin: 'B0AAAAAAB2', name: '', award: '', image: null },
  ]
  await writePosts(
    db,
    [
      ...Array.from({ length: 21 }, (_, number) => post(String(number + 1), titled(number + 1))),
      post('90', 'Best Kettles', { products }),
      post('91', 'Twice'),
      post('92', 'twice'),
    ],
    'import',
  )
  await db.execute(sql`update products set stock = 'IN_STOCK' where asin = 'B0AAAAAAB1'`)
  await earn([
    ...Array.from({ length: 21 }, (_, number) => ({
      post_id: number + 1,
      week: monday(1),
      earnings: number + 1,
    })),
    { post_id: 90, week: monday(1), earnings: 1000.5 },
    { post_id: 90, week: monday(5), earnings: 4000 },
    { post_id: 90, week: monday(0), earnings: 77 },
    { post_id: 90, week: monday(HISTORY_WEEKS), earnings: 3 },
    { post_id: 90, week: monday(HISTORY_WEEKS + 1), earnings: 4 },
    { post_id: 91, week: monday(1), earnings: 9 },
    { post_id: 91, week: monday(0), earnings: 2.5 },
  ])
  await earn([
    { post_id: 90, week: monday(1), earnings: 1000.5 },
    { post_id: 90, asin: 'B0AAAAAAB1', week: monday(1), earnings: 200.25 },
  ])
})
afterAll(() => api.close())

const content = async (query = '') => (await opm.get(`/api/snowflake/content?site=tt${query}`)).body

describe('the rows of the tracker', () => {
  it('have all columns of the tracker, earnings first [TRACK-012, TRACK-031]', async () => {
    const { edges } = await content('&title=kettles')
    const points = edges[0].reasons.map((reason: { points: number }) => reason.points)
    expect(edges).toEqual([
      {
        POST_ID: '90',
        SITE: 'tt',
        POST_TITLE: 'Best Kettles',
        POST_DATE: '2026-01-02',
        PERMALINK: 'https://tt.example/90',
        ARTICLE_URL: null,
        PRODUCT_LIST: ['B0AAAAAAB1', 'B0AAAAAAB2'],
        EARNINGS: expect.any(Number),
        clicks: null,
        clicks_until: null,
        FLAGS: ['STALE_180D', 'EARNINGS_DROP'],
        refresh: points.reduce((sum: number, each: number) => sum + each, 0),
        reasons: expect.arrayContaining([expect.objectContaining({ kind: 'earnings', points: 30 })]),
        update: null,
        renews: 'another',
        change: (1000.5 - 4000) / 4000,
        weeks: [...Array(21).fill(0), 4000, 0, 0, 0, 1000.5],
      },
    ])
    // The share of the oldest week depends on today. These posts have no week that old.
    expect((await content('&title=twice')).edges.map((row: { EARNINGS: number }) => row.EARNINGS)).toEqual([
      ...[11.5, null],
    ])
  })

  it('come 20 to a page, top earners first, with their total number [TRACK-010, TRACK-011, TRACK-031, TRACK-032]', async () => {
    const first = await content()
    expect(first.pageInfo).toEqual({ total: 24 })
    const titles = first.edges.map((row: { POST_TITLE: string }) => row.POST_TITLE)
    expect(titles).toHaveLength(20)
    expect(titles.slice(0, 3)).toEqual(['Best Kettles', titled(21), titled(20)])
    const second = await content('&page=2')
    expect(second.edges.map((row: { EARNINGS: number | null }) => row.EARNINGS)).toEqual([3, 2, 1, null])
  })

  it('are refused to users who may not view keywords', async () => {
    const eng = await api.as('wrt')
    for (const path of [
      '/api/snowflake/content',
      '/api/snowflake/overview',
      '/api/articles/content-tracker.csv',
    ])
      expect([path, (await eng.get(path)).status]).toEqual([path, 403])
    expect((await api.visitor.get('/api/snowflake/content')).status).toBe(401)
  })
})

it('the overview adds up the weeks that are over, and counts the flags', async () => {
  const { body } = await opm.get('/api/snowflake/overview?site=tt')
  expect(body.weeks.at(-1)).toEqual({ WEEK_START_DATE: monday(1), EARNINGS: 1000.5 + 231 + 9 })
  expect(body.weeks[0]).toEqual({ WEEK_START_DATE: monday(HISTORY_WEEKS), EARNINGS: 3 })
  const byFlag = new Map(
    body.flags.map((count: { flag: string; posts: number }) => [count.flag, count.posts]),
  )
  expect(byFlag.get('ALL')).toBe(24)
  expect(byFlag.get('EARNINGS_DROP')).toBe(1)
})

describe('the products of a row', () => {
  it('give their names, earnings and availability [TRACK-020, TRACK-033, TRACK-034]', async () => {
    const { body } = await opm.get(
      '/api/snowflake/products?site=tt&postId=90&asins=B0AAAAAAB1&asins=B0AAAAAAB2',
    )
    expect(body).toEqual([
      {
        IMAGE_URL: '/kettle.jpg',
        AWARD: 'Best Overall',
        ASIN: 'B0AAAAAAB1',
        NAME: 'Kettle',
        REVENUE: 200.25,
        commission: null,
        AVAILABILITY: 'Now',
        raw_availability: 'IN_STOCK',
      },
      {
        ...{ IMAGE_URL: null, AWARD: '', ASIN: 'B0AAAAAAB2', NAME: '', REVENUE: null, commission: null },
        ...{ AVAILABILITY: null, raw_availability: 'NOT_SCANNED' },
      },
    ])
    const one = await opm.get('/api/snowflake/products?site=tt&postId=90&asins[]=B0AAAAAAB2')
    expect(one.body).toEqual(body.slice(1))
  })
})

it('a product without known earnings in a post shows what a sale of it brings, and has the picture of the catalogue where the post has none', async () => {
  const { pool } = api.database
  await pool.query("insert into commission_categories (name, rate) values ('Kettles', 450)")
  const price = { amount: 50, currency: 'USD', display: '$50.00' }
  const item = {
    asin: 'B0AAAAAAB2',
    title: 'Kettle',
    categories: ['Kettles'],
    price,
    stock: 'IN_STOCK',
    imageUrl: '/catalog/kettle.jpg',
  }
  await pool.query("insert into catalog_readings (asin, item) values ('B0AAAAAAB2', $1)", [item])
  const { body } = await opm.get(
    '/api/snowflake/products?site=tt&postId=90&asins=B0AAAAAAB1&asins=B0AAAAAAB2',
  )
  expect(body.map(({ IMAGE_URL }: { IMAGE_URL: string | null }) => IMAGE_URL)).toEqual([
    '/kettle.jpg',
    '/catalog/kettle.jpg',
  ])
  expect(body.map(({ commission }: { commission: object | null }) => commission)).toEqual([
    null,
    { category: 'Kettles', percent: 4.5, per_sale: 2.25 },
  ])
  await pool.query('delete from catalog_readings; delete from commission_categories')
})

describe('the earnings of a row', () => {
  const revenue = async (query: string) => (await opm.get(`/api/snowflake/article-revenue?${query}`)).body

  it('are its 104 weeks that are over, by its title or better by its post [TRACK-022, TRACK-035, TRACK-036]', async () => {
    const weeks = [
      { WEEK_START_DATE: monday(HISTORY_WEEKS), EARNINGS: 3 },
      { WEEK_START_DATE: monday(5), EARNINGS: 4000 },
      { WEEK_START_DATE: monday(1), EARNINGS: 1000.5 },
    ]
    expect(await revenue('articleTitle=best%20kettles')).toEqual({ history: weeks, notice: null })
    expect(await revenue('articleTitle=Twice&site=tt&postId=90')).toEqual({ history: weeks, notice: null })
  })

  it('cannot be distinguished where two posts share a title, and the answer says so', async () => {
    expect(await revenue('articleTitle=Twice')).toEqual({
      history: null,
      notice: 'Several posts have this title, so we can’t tell their earnings apart.',
    })
    expect(await revenue('articleTitle=Thrice')).toEqual({ history: null, notice: 'No post has this title.' })
  })
})

describe('the tasks of articles', () => {
  it('say section, address, level and notes, and of repeated titles which is which [TRACK-013, TRACK-014, TRACK-015, TRACK-016, TRACK-037, TRACK-038]', async () => {
    const { db } = api.database
    await db.execute(
      sql`insert into board_sections values ('1', ${BOARD}, 'In update', 0), ('2', ${BOARD}, 'Backlog', 1)`,
    )
    await db.execute(sql`insert into board_tasks (gid, board_gid, section_gid, name, notes, priority, created_at, modified_at) values
      ('11', ${BOARD}, '1', 'Any name', 'Swap the kettle.', 'High', now(), now()),
      ('12', ${BOARD}, '2', 'POST 05', '', 'Whenever', now(), now()),
      ('13', ${BOARD}, '2', 'Post 06', '', null, now(), now()), ('14', ${BOARD}, '2', 'Post 06', '', null, now(), now())`)
    await buildArticle(db, {
      userId: opm.id,
      siteId,
      status: 'published',
      postId: 91,
      title: 'Twice',
      taskGid: '11',
      taskUrl: '/board/task/11',
      taskSection: 'Old',
    })
    const nothing = { status: null, url: null, priority: null, notes: null, notice: null }
    const ask = ['Twice', 'Post 05', 'Post 06', 'Unheard of', 'Post 07'].map(
      (title) => `articleTitles=${encodeURIComponent(title)}`,
    )
    const { body } = await opm.get(`/api/articles/asana-statuses?${ask.join('&')}`)
    expect(body).toEqual([
      { ...nothing, title: 'Twice', site: null, post_id: null, notice: 'Several posts have this title.' },
      {
        title: 'Post 05',
        site: 'tt',
        post_id: '5',
        status: 'Backlog',
        url: '/board/task/12',
        priority: 'Whenever',
        notes: '',
        notice: null,
      },
      { ...nothing, title: 'Post 06', site: 'tt', post_id: '6', notice: 'Several tasks have this title.' },
      { ...nothing, title: 'Unheard of', site: null, post_id: null },
      { ...nothing, title: 'Post 07', site: 'tt', post_id: '7' },
    ])
    const named = await opm.post('/api/articles/asana-statuses', {
      articleTitles: ['Twice', 'twice'],
      posts: ['tt/91', 'TT/92'],
    })
    expect(named.body).toEqual([
      {
        title: 'Twice',
        site: 'tt',
        post_id: '91',
        status: 'In update',
        url: '/board/task/11',
        priority: 'High',
        notes: 'Swap the kettle.',
        notice: null,
      },
      { ...nothing, title: 'twice', site: 'TT', post_id: '92' },
    ])
  })

  it('need as many posts as titles', async () => {
    const wrong = await opm.post('/api/articles/asana-statuses', {
      articleTitles: ['Twice'],
      posts: ['tt/91', 'tt/92'],
    })
    expect(wrong.status).toBe(400)
  })
})

describe('the export', () => {
  it('is started by one call, runs in the background, and ends with a file of all posts of the filters [TRACK-023, TRACK-024, TRACK-039, TRACK-040, TRACK-041]', async () => {
    const { db } = api.database
    const board = '1200000000000098'
    const { id } = await buildSite(db, { code: 'te', boardGid: board })
    const products = [
      { asin: 'B0AAAAAAC1', name: 'Pan', award: 'Best Overall', image: null },
      { asin: 'B0AAAAAAC2', name: '', award: '', image: null },
    ]
    const panned = (number: number) => `Pans ${String(number).padStart(2, '0')}`
    await writePosts(
      db,
      [
        ...Array.from({ length: 22 }, (_, at) => post(String(at + 1), panned(at + 1))),
        post('90', 'Best Pans', { products }),
        post('91', 'Wok'),
        post('93', '=cmd|calc', { focusKeyword: null, address: '-2+3' }),
      ].map((each) => ({ ...each, siteId: id })),
      'import',
    )
    await earn([
      { site: 'te', post_id: 90, week: monday(1), earnings: 1000.5 },
      { site: 'te', post_id: 90, week: monday(5), earnings: 4000 },
      { site: 'te', post_id: 91, week: monday(1), earnings: 9 },
    ])
    await db.execute(sql`insert into board_sections values ('3', ${board}, 'In update', 0)`)
    await db.execute(sql`insert into board_tasks (gid, board_gid, section_gid, name, notes, priority, created_at, modified_at)
      values ('21', ${board}, '3', 'Wok', 'Swap the kettle.', 'High', now(), now())`)
    const asked = await opm.get(
      '/api/articles/content-tracker.csv?page=2&site=te&title=&sort=POST_TITLE&sortOrder=asc',
    )
    expect([asked.status, asked.body.status, asked.body.url]).toEqual([202, 'IDLE', null])
    await api.app.queue.drain()
    const { body } = await opm.get(`/api/export/${asked.body.exportId}`)
    expect(body).toMatchObject({ status: 'FINISHED', error: null })
    const { body: file } = await opm.get(body.url)
    const lines = file.trimEnd().split('\n')
    expect(lines[0]).toBe(
      '\uFEFFSite,Post ID,Title,Published,Address,Article,Products,Earnings 30 days,Clicks 30 days,Clicks until,Change,Flags,Refresh,Refresh reasons,Status,Priority,Notes',
    )
    expect(lines).toHaveLength(26)
    expect(lines[1]).toMatch(/^te,93,'=cmd\|calc,2026-01-02,'-2\+3,,,,,/)
    expect(lines[2]).toMatch(
      /^te,90,Best Pans,2026-01-02,https:\/\/tt.example\/90,,B0AAAAAAC1 B0AAAAAAC2,\d+\.\d\d,,,-75.0,/,
    )
    // The state of their tasks on the board is next to the posts.
    expect(lines.find((line: string) => line.startsWith('te,91,'))).toMatch(
      /^te,91,Wok,2026-01-02,https:\/\/tt\.example\/91,,,9\.00,.*,\d+,[^,]*"?[^"]*"?,In update,High,Swap the kettle\.$/,
    )
    expect((await (await api.as('qa')).get(`/api/export/${asked.body.exportId}`)).status).toBe(404)
  })
})

describe('one of our own posts', () => {
  it('is followed as its article is: published, changed, lost and found again', async () => {
    const { db, pool } = api.database
    const qa = await api.as('qa')
    const own = await buildSite(db, { code: 'tp' })
    const { body: requested } = await qa.post('/api/articles', {
      siteId: own.id,
      keywords: ['ink pens'],
      title: 'Ink Pens',
      products: [{ asin: 'B0AAAAAAB9', name: 'Pen', award: 'Best', summary: '' }],
      draft: false,
    })
    const id = requested.article_id
    await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })
    await api.app.queue.drain()
    const rows = async () => (await opm.get('/api/snowflake/content?site=tp')).body.edges
    expect(await rows()).toEqual([])
    const { rows: posts } = await pool.query('select wordpress_id from articles where article_id = $1', [id])
    const adm = await api.as('adm')
    const { status } = await adm.post(`/api/posts/tp/${posts[0].wordpress_id}/publish`)
    expect(status).toBe(200)
    expect(await rows()).toMatchObject([
      {
        POST_ID: String(posts[0].wordpress_id),
        POST_TITLE: 'Ink Pens',
        ARTICLE_URL: `/articles/${id}`,
        PRODUCT_LIST: ['B0AAAAAAB9'],
        EARNINGS: null,
        FLAGS: [],
      },
    ])
    const hour = api.app.jobs.find(({ name }) => name === 'articles.find-published')
    await hour?.run({})
    await db.execute(
      sql`update site_posts set status = 'draft', published_at = null where post_id = ${posts[0].wordpress_id}`,
    )
    await hour?.run({})
    expect(await rows()).toEqual([])
    const { rows: trace } = await pool.query(
      'select gone_at is not null as gone, asins from content_posts where article_id = $1',
      [id],
    )
    expect(trace).toEqual([{ gone: true, asins: [] }])
    await db.execute(
      sql`update site_posts set status = 'publish', published_at = now() where post_id = ${posts[0].wordpress_id}`,
    )
    await hour?.run({})
    expect(await rows()).toMatchObject([
      { PERMALINK: expect.stringContaining('/'), PRODUCT_LIST: ['B0AAAAAAB9'] },
    ])
  })
})
