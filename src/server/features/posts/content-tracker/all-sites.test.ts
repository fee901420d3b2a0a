import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { CONTENT_COLUMNS, type ContentColumn } from '#shared/features/posts/content-tracker/contract.ts'
import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { writePosts } from './post-store.ts'
import { importEarnings } from './verbs/import-earnings.ts'

let api: Api
let opm: Client
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
})
afterAll(() => api.close())
beforeEach(() => api.database.pool.query('truncate content_posts, site_earnings, sites cascade'))

const monday = (weeksBack: number) => plusDays(weekOf(api.now().toISOString().slice(0, 10)), -7 * weeksBack)

/** A site with one post that earned something in each of these weeks. */
async function tell(code: string, weeks: readonly number[]) {
  const { db, pool } = api.database
  const { id: siteId } = await buildSite(db, { code })
  const of = { siteId, postId: '1', title: 'Best Kettles', address: `https://${code}.example/1` }
  const known = { published: '2026-01-02T00:00:00Z', focusKeyword: 'kettle' }
  const unknown = { modified: null, picture: null, trackingId: null, products: null }
  await writePosts(db, [{ ...of, ...known, ...unknown }], 'import')
  const lines = weeks.map((back) => ({ site: code, post_id: 1, week: monday(back), earnings: 100 }))
  await importEarnings(
    { pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      for (const [line, cells] of lines.entries()) yield { line, cells }
    })(),
  )
}

const overview = async (site = '') => (await opm.get(`/api/snowflake/overview${site}`)).body
const endOf = ({ weeks }: { weeks: { WEEK_START_DATE: string }[] }) => weeks.at(-1)?.WEEK_START_DATE

it('the weeks of all sites end with the last one that every site has, except for a site without recent data', async () => {
  await tell('tt', [2, 1])
  await tell('qu', [30, 20])
  expect(endOf(await overview())).toBe(monday(1))
  await tell('la', [4, 3])
  expect(endOf(await overview())).toBe(monday(3))
})

it('sites with less data than others are named, each with its last week and whether it is waited for', async () => {
  await tell('tt', [2, 1])
  expect((await overview()).late).toEqual([])
  await tell('qu', [30, 20])
  await tell('la', [4, 3])
  const silent = { site: 'qu', last_week: monday(20), is_waited_for: false }
  const waited = { site: 'la', last_week: monday(3), is_waited_for: true }
  const { late } = await overview()
  expect(late).toMatchObject([silent, waited])
  expect(late[0].site_name).toMatch(/^Site \d+$/)
  expect((await overview('?site=la')).late).toMatchObject([waited])
  expect((await overview('?site=tt')).late).toEqual([])
})

/** Positions of four posts in the ascending order of each column. No two columns share an order. */
const PLACES: Record<ContentColumn, readonly [number, number, number, number]> = {
  POST_ID: [0, 1, 2, 3],
  SITE: [1, 0, 3, 2],
  POST_TITLE: [3, 2, 1, 0],
  POST_DATE: [1, 2, 3, 0],
  PERMALINK: [2, 3, 0, 1],
  ARTICLE_URL: [0, 2, 1, 3],
  PRODUCT_LIST: [3, 0, 1, 2],
  EARNINGS: [0, 3, 1, 2],
  CLICKS: [1, 3, 0, 2],
  CHANGE: [2, 0, 3, 1],
  REFRESH: [3, 1, 0, 2],
  FLAGS: [0, 1, 3, 2],
  STATUS: [2, 1, 3, 0],
  PRIORITY: [1, 2, 0, 3],
}

it('posts are sorted by each of their columns, either way [TRACK-031]', async () => {
  const { db, pool } = api.database
  const unknown = { modified: null, picture: null, trackingId: null, products: null, focusKeyword: null }
  const ids = ['2', '10', '20', '100']
  const made: number[] = []
  for (const [at, postId] of ids.entries()) {
    const place = (column: ContentColumn) => PLACES[column][at] ?? 0
    const { id: siteId } = await buildSite(db, { code: `z${'abcd'[place('SITE')]}` })
    const title = `Post ${place('POST_TITLE')}`
    const published = `2026-01-0${place('POST_DATE') + 1}T00:00:00Z`
    const address = `https://a.example/${place('PERMALINK')}`
    await writePosts(db, [{ siteId, postId, title, address, published, ...unknown }], 'import')
    made.push((await buildArticle(db, { userId: opm.id, siteId, status: 'published' })).id)
  }
  for (const [at, postId] of ids.entries()) {
    const place = (column: ContentColumn) => PLACES[column][at] ?? 0
    await pool.query(
      `update content_posts set article_id = $2, asins = array_fill('B0AAAAAAA1'::text, array[$3::int]),
         earnings_30d = $4, clicks_30d = $5, earnings_4w_before = 1000, earnings_4w = 1000 + $6::int, age_points = $7,
         flags = (1 << $8::int) - 1, task_status = $9, task_priority = $10 where post_id = $1`,
      [
        ...[postId, made[place('ARTICLE_URL')], place('PRODUCT_LIST'), place('EARNINGS'), place('CLICKS')],
        ...[place('CHANGE'), place('REFRESH'), place('FLAGS')],
        ...[
          ['Done', 'écrit', 'Later', 'Writing'][place('STATUS')],
          ['Low', 'lowest', 'Medium', 'HIGH'][place('PRIORITY')],
        ],
      ],
    )
  }
  const sorted = async (sort: string, order: string) =>
    (await opm.get(`/api/snowflake/content?sort=${sort}&sortOrder=${order}`)).body.edges.map(
      ({ POST_ID }: { POST_ID: string }) => POST_ID,
    )
  for (const sort of CONTENT_COLUMNS) {
    const up = PLACES[sort].map((_, place) => ids[PLACES[sort].indexOf(place)])
    expect([sort, await sorted(sort, 'asc')]).toEqual([sort, up])
    expect([sort, await sorted(sort, 'descend')]).toEqual([sort, up.toReversed()])
  }
  expect((await opm.get('/api/snowflake/content?sort=PASSWORD')).status).toBe(400)
})

it('the file of a search has the posts that it finds, of all sites, in the requested order [TRACK-039]', async () => {
  const { db, pool } = api.database
  const site = { tt: await buildSite(db, { code: 'tt' }), la: await buildSite(db, { code: 'la' }) }
  const unknown = { modified: null, picture: null, trackingId: null, products: null, focusKeyword: null }
  const order = ['tt', 'la', 'la', 'tt', 'la', 'tt', 'tt', 'la'] as const
  const post = (code: keyof typeof site, at: number, title: string) => ({
    ...{ siteId: site[code].id, postId: String(at), title, address: `/${at}` },
    ...{ published: `2026-0${at + 1}-02T00:00:00Z`, ...unknown },
  })
  const found = order.map((code, at) => post(code, at, `Vacuum ${at}`))
  await writePosts(db, [...found, post('tt', 8, 'Mop')], 'import')
  // Of many sites and few posts found, the planner reads the sites first.
  await pool.query(`insert into sites (code, display_name, normalized_name, url, logo_url)
    select 'm' || n, 'Site ' || n, 'site ' || n, 'https://m' || n || '.example', '' from generate_series(1, 500) n`)
  await pool.query('analyze content_posts, sites')
  const search = '/api/articles/content-tracker.csv?title=vac&sort=POST_DATE&sortOrder='
  const titlesOf = async (sortOrder: string) => {
    const { body: begun } = await opm.get(search + sortOrder)
    await api.app.queue.drain()
    const { body: done } = await opm.get(`/api/export/${begun.exportId}`)
    const { body: file } = await opm.get(done.url)
    return file
      .split('\n')
      .slice(1, -1)
      .map((line: string) => line.split(',')[2])
  }
  const titles = order.map((_code, at) => `Vacuum ${at}`)
  expect(await titlesOf('asc')).toEqual(titles)
  expect(await titlesOf('desc')).toEqual(titles.toReversed())
})

it('a site by itself is not cut back for others', async () => {
  await tell('tt', [2, 1])
  await tell('la', [4, 3])
  expect(endOf(await overview('?site=tt'))).toBe(monday(1))
  expect(endOf(await overview('?site=la'))).toBe(monday(3))
})

it('a retired site is not waited for, and one without data for more than a year is not named', async () => {
  await tell('tt', [2, 1])
  await tell('la', [4, 3])
  await tell('ol', [70, 60])
  await api.database.pool.query("update sites set retired_at = now() where lower(code) = 'la'")
  const told = await overview()
  expect(endOf(told)).toBe(monday(1))
  expect(told.late).toMatchObject([{ site: 'la', last_week: monday(3), is_waited_for: false }])
})

it('two whole years are reported even while the last weeks are still waited for', async () => {
  await tell('tt', [107, 106, 1])
  await tell('la', [3])
  const { weeks } = await overview()
  expect(weeks[0].WEEK_START_DATE).toBe(monday(106))
})
