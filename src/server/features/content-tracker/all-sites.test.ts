import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { weekOf } from '#shared/features/content-tracker/rules.ts'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildSite } from '../../testing/builders.ts'
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
  const silent = { SITE: 'qu', LAST_WEEK: monday(20), IS_WAITED_FOR: false }
  const waited = { SITE: 'la', LAST_WEEK: monday(3), IS_WAITED_FOR: true }
  const { late } = await overview()
  expect(late).toMatchObject([silent, waited])
  expect(late[0].SITE_NAME).toMatch(/^Site \d+$/)
  expect((await overview('?site=la')).late).toMatchObject([waited])
  expect((await overview('?site=tt')).late).toEqual([])
})

it('the file of a search has the posts of all sites in the requested order [TRACK-039]', async () => {
  const { db, pool } = api.database
  const site = { tt: await buildSite(db, { code: 'tt' }), la: await buildSite(db, { code: 'la' }) }
  const unknown = { modified: null, picture: null, trackingId: null, products: null, focusKeyword: null }
  const order = ['tt', 'la', 'la', 'tt', 'la', 'tt', 'tt', 'la'] as const
  await writePosts(
    db,
    order.map((code, at) => ({
      ...{ siteId: site[code].id, postId: String(at), title: `Vacuum ${at}`, address: `/${at}` },
      ...{ published: `2026-0${at + 1}-02T00:00:00Z`, ...unknown },
    })),
    'import',
  )
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
  expect(told.late).toMatchObject([{ SITE: 'la', LAST_WEEK: monday(3), IS_WAITED_FOR: false }])
})

it('two whole years are reported even while the last weeks are still waited for', async () => {
  await tell('tt', [107, 106, 1])
  await tell('la', [3])
  const { weeks } = await overview()
  expect(weeks[0].WEEK_START_DATE).toBe(monday(106))
})
