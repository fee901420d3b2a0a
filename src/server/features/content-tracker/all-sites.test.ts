import { afterAll, beforeAll, expect, it } from 'vitest'
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

it('the weeks of all sites end with the last one that has been told of each, but for a site that fell silent', async () => {
  const ends = async () => (await overview()).weeks.at(-1).WEEK_START_DATE
  await tell('tt', [2, 1])
  expect((await overview()).late).toEqual([])
  await tell('qu', [30, 20])
  expect(await ends()).toBe(monday(1))
  await tell('la', [4, 3])
  expect(await ends()).toBe(monday(3))
})

it('sites of which less has been told than of others are named, each with its last week and whether it is waited for', async () => {
  const { display_name: quiet } = (await opm.get('/api/sites')).body.find(
    ({ code }: { code: string }) => code.toLowerCase() === 'qu',
  )
  const late = { SITE: 'qu', SITE_NAME: quiet, LAST_WEEK: monday(20), IS_WAITED_FOR: false }
  const waited = { SITE: 'la', LAST_WEEK: monday(3), IS_WAITED_FOR: true }
  const told = await overview()
  expect(told.late).toHaveLength(2)
  expect(told.late).toMatchObject([late, waited])
  expect((await overview('?site=la')).late).toMatchObject([waited])
  expect((await overview('?site=la')).weeks.at(-1).WEEK_START_DATE).toBe(monday(3))
  expect((await overview('?site=tt')).late).toEqual([])
})

it('a site that is at rest is not waited for, and one that fell silent more than a year ago is not named any more', async () => {
  const { pool } = api.database
  await pool.query("update sites set retired_at = now() where lower(code) = 'la'")
  await tell('ol', [70, 60])
  const told = await overview()
  expect(told.weeks.at(-1).WEEK_START_DATE).toBe(monday(1))
  expect(told.late).toMatchObject([
    { SITE: 'qu', IS_WAITED_FOR: false },
    { SITE: 'la', LAST_WEEK: monday(3), IS_WAITED_FOR: false },
  ])
})
