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

it('the weeks of all sites end with the last one that has been told of each, but for a site that fell silent', async () => {
  const ends = async () => (await opm.get('/api/snowflake/overview')).body.weeks.at(-1).WEEK_START_DATE
  await tell('tt', [2, 1])
  await tell('qu', [30, 20])
  expect(await ends()).toBe(monday(1))
  await tell('la', [4, 3])
  expect(await ends()).toBe(monday(3))
})
