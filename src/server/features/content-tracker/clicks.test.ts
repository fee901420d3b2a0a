import { afterAll, beforeAll, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildSite } from '../../testing/builders.ts'
import { keepDay, keepTotals, writeRows } from '../gsc-keywords/search-store.ts'
import { keepClicks } from './keyword-store.ts'
import { writePosts } from './post-store.ts'

let api: Api
let opm: Client
let siteId: number
let until: string

const rows = async (query = '') => {
  const { body } = await opm.get(`/api/snowflake/content?site=tt&${query}`)
  return body.edges.map(({ POST_ID, CLICKS, CLICKS_UNTIL }: Record<string, unknown>) => [
    POST_ID,
    CLICKS,
    CLICKS_UNTIL,
  ])
}
const read = async (day: string) => {
  const { db } = api.database
  const found = (post: string, clicks: number) => ({
    page: `tt.example/${post}`,
    query: `kettle ${post}`,
    clicks,
    impressions: 100,
    position: 3,
  })
  await writeRows(db, siteId, day, [found('1', 2), found('2', 5)])
  await keepDay(db, { siteId, day, rows: 2, readAt: api.now() })
}
const addUp = async () => {
  const { db } = api.database
  await keepTotals(db, { id: siteId, code: 'tt', url: 'https://tt.example' })
  await keepClicks(db, siteId)
}

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  siteId = (await buildSite(db, { code: 'tt', url: 'https://tt.example' })).id
  until = plusDays(api.now().toISOString().slice(0, 10), -3)
  await writePosts(
    db,
    ['1', '2', '3', '4'].map((postId) => ({
      siteId,
      postId,
      title: `Post ${postId}`,
      published: '2026-01-02T00:00:00Z',
      modified: null,
      // Nobody knows where the last one stands.
      address: postId === '4' ? null : `https://tt.example/${postId}`,
      focusKeyword: null,
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
})
afterAll(() => api.close())

it('clicks of a post are unknown until 30 days of its site were read, then those of these days; what nobody searched for has none', async () => {
  for (let back = 0; back < 29; back++) await read(plusDays(until, -back))
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

it('clicks stay what they were, with their day, while days between are missing', async () => {
  await read(plusDays(until, 2))
  await addUp()
  expect((await rows('sort=CLICKS'))[0]).toEqual(['2', 150, until])
  await read(plusDays(until, 1))
  await addUp()
  expect((await rows('sort=CLICKS'))[0]).toEqual(['2', 150, plusDays(until, 2)])
})

it('the file of the tracker has clicks and their day beside earnings', async () => {
  const { body } = await opm.get('/api/articles/content-tracker.csv?site=tt&sort=CLICKS')
  await api.mails()
  const file = await opm.get(`/api/export/${body.exportId}/file`)
  const [head, first, , , last] = String(file.body).trim().split('\n')
  expect(head).toContain(',Earnings 30 days,Clicks 30 days,Clicks until,Change,')
  expect(first).toContain(`,150,${plusDays(until, 2)},`)
  expect(last).toMatch(/^tt,4,Post 4,2026-01-02,,,,,,,,/)
})
