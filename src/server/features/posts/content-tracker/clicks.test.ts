import { afterAll, beforeAll, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { markDayComplete, recomputeSearchTotals, writeRows } from '../gsc-keywords/search-store.ts'
import { recomputeClicks } from './keyword-store.ts'
import { writePosts } from './post-store.ts'

let api: Api
let opm: Client
let until: string

/** A site of its own with four posts, whose searches are read day by day. */
async function stage(code: string) {
  const { db } = api.database
  const site = { code, url: `https://${code}.example` }
  const { id } = await buildSite(db, site)
  await writePosts(
    db,
    ['1', '2', '3', '4'].map((postId) => ({
      siteId: id,
      postId,
      title: `Post ${postId}`,
      published: '2026-01-02T00:00:00Z',
      modified: null,
      // The address of the last post is unknown.
      address: postId === '4' ? null : `${site.url}/${postId}`,
      focusKeyword: null,
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  const found = (post: string, clicks: number) => ({
    page: `${code}.example/${post}`,
    query: `kettle ${post}`,
    clicks,
    impressions: 100,
    position: 3,
  })
  const read = async (day: string) => {
    await writeRows(db, id, day, [found('1', 2), found('2', 5)])
    await markDayComplete(db, { siteId: id, day, rows: 2, readAt: api.now() })
  }
  return {
    read,
    async readBack(days: number) {
      for (let back = 0; back < days; back++) await read(plusDays(until, -back))
    },
    async addUp() {
      await recomputeSearchTotals(db, { id, ...site })
      await recomputeClicks(db, id)
    },
    async rows(query = '') {
      const { body } = await opm.get(`/api/snowflake/content?site=${code}&${query}`)
      return body.edges.map(({ POST_ID, clicks, clicks_until: clicksUntil }: Record<string, unknown>) => [
        POST_ID,
        clicks,
        clicksUntil,
      ])
    },
  }
}

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  until = plusDays(api.now().toISOString().slice(0, 10), -3)
})
afterAll(() => api.close())

it('clicks of a post are unknown until 30 days of its site were read, then those of these days; a post without searches has none', async () => {
  const { read, readBack, addUp, rows } = await stage('ta')
  await readBack(29)
  await addUp()
  expect(await rows()).toEqual(['1', '2', '3', '4'].map((id) => [id, null, null]))
  await read(plusDays(until, -29))
  await read(plusDays(until, -30))
  await addUp()
  expect(await rows('sort=CLICKS')).toEqual([
    ['2', 150, until],
    ['1', 60, until],
    ['3', 0, until],
    ['4', null, null],
  ])
  expect((await rows('sort=CLICKS&sortOrder=asc')).map(([id]: string[]) => id)).toEqual(['4', '3', '1', '2'])
})

it('clicks keep their value and day while days in between are missing', async () => {
  const { read, readBack, addUp, rows } = await stage('tb')
  await readBack(30)
  await addUp()
  await read(plusDays(until, 2))
  await addUp()
  expect((await rows('sort=CLICKS'))[0]).toEqual(['2', 150, until])
  await read(plusDays(until, 1))
  await addUp()
  expect((await rows('sort=CLICKS'))[0]).toEqual(['2', 150, plusDays(until, 2)])
})

it('the file of the tracker has clicks and their day beside earnings', async () => {
  const { readBack, addUp } = await stage('tc')
  await readBack(30)
  await addUp()
  const { body } = await opm.get('/api/articles/content-tracker.csv?site=tc&sort=CLICKS')
  await api.mails()
  const file = await opm.get(`/api/export/${body.exportId}/file`)
  const [head, first, , , last] = String(file.body).trim().split('\n')
  expect(head).toContain(',Earnings 30 days,Clicks 30 days,Clicks until,Change,')
  expect(first).toContain(`,150,${until},`)
  expect(last).toMatch(/^tc,4,Post 4,2026-01-02,,,,,,,,/)
})
