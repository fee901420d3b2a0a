import { afterAll, beforeEach, expect, it } from 'vitest'
import { dayAt, plusDays } from '#shared/format/day.ts'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import { startPostDesk } from '../../../testing/post-desk.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'
import type { Publication } from './outing-queries.ts'
import { readSurfaces } from './surfaces-reader.ts'

/** Seven hours behind all year, so that a late evening there is the next day elsewhere. */
const ZONE = 'America/Phoenix'
const LATE_UTC = 5 * HOUR_MS

const desk = await startPostDesk({ ORG_TZ: ZONE })
const { api, qa, requester, vendor, siteId, mirror, read, reconcile } = desk
const { db, pool } = api.database
const { rows: sites } = await pool.query('select display_name from sites where site_id = $1', [siteId])
const site: string = sites[0].display_name
afterAll(desk.close)

/** A month after everything else, at ten in the evening. */
beforeEach(() => {
  desk.settle()
  vendor.posts = []
  const sinceLate = (api.now().getTime() - LATE_UTC) % DAY_MS
  api.advance(31 * DAY_MS - sinceLate)
})

const today = () => dayAt(api.now(), ZONE)
const outings = async (query = '') =>
  (await requester.get(`/api/stats/content-surfaces?${query}`)).body.outings
const approve = async (id: number) =>
  expect((await qa.patch(`/api/articles/validate/${id}`, { command: 'approve' })).status).toBe(200)
const statusOf = async (id: number) => (await read(id)).status

async function published() {
  const id = await desk.approve()
  await mirror(id)
  const made = vendor.posts.at(-1)
  if (made) made.status = 'publish'
  await reconcile()
  expect(await statusOf(id)).toBe('published')
  return { id, keyword: (await read(id)).keywords[0] as { keyword_id: number; keyword: string } }
}

/** An update of an article's text that has no checklist, approved; its post does not say so yet. */
async function approvedUpdate(articleId: number): Promise<number> {
  const { status, body } = await requester.post(`/api/articles/${articleId}/revision`)
  expect(status).toBe(201)
  const sent = await requester.put(`/api/articles/${body.article_id}`, {
    draft: false,
    products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', summary: 'Boils.' }],
    intro: 'It boils sooner.',
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await approve(body.article_id)
  return body.article_id
}

it('an update comes out once, as one, on the day of the desk’s clocks on which its post says so', async () => {
  const first = today()
  const { id, keyword } = await published()
  const { body: tagged } = await requester.patch(`/api/keywords/${keyword.keyword_id}`, {
    keyword: keyword.keyword,
    tags: [{ tag: 'kitchen' }],
  })
  api.advance(DAY_MS)
  const update = await approvedUpdate(id)
  api.advance(DAY_MS)
  expect(await outings()).toEqual([{ day: first, site, published: 1, updated: 0 }])
  await mirror(id)
  expect(await statusOf(update)).toBe('published')
  const both = [
    { day: first, site, published: 1, updated: 0 },
    { day: plusDays(first, 2), site, published: 0, updated: 1 },
  ]
  expect(await outings()).toEqual(both)
  expect(await outings(`tags[]=${tagged.tags[0].tag_id}`)).toEqual(both)
  expect(await outings('tags[]=999999')).toEqual([])
  await requester.patch(`/api/keywords/${keyword.keyword_id}`, { keyword: keyword.keyword, tags: [] })
  expect(await outings(`tags[]=${tagged.tags[0].tag_id}`)).toEqual([])
  const days = `from=${first}&to=${today()}`
  const { body: calendar } = await requester.get(
    `/api/stats/calendar?keyword_id=${keyword.keyword_id}&${days}`,
  )
  expect(
    calendar.annotations
      .filter(({ article }: { article: object | null }) => article !== null)
      .map(({ day, kind, article }: { day: string; kind: string; article: { article_id: number } }) => [
        day,
        kind,
        article.article_id,
      ]),
  ).toEqual([
    [first, 'published', id],
    [plusDays(first, 2), 'updated', update],
  ])
})

it('an update in the place of a post that was not written here is one, too, with nothing on its checklist', async () => {
  await pool.query('update sites set changes_live_posts = true where site_id = $1', [siteId])
  const link = 'https://wp.example/kettles'
  const content = '<p>What another author wrote about kettles.</p>'
  vendor.posts = [{ id: 501, slug: 'kettles', status: 'publish', title: 'Kettles', content, meta: {}, link }]
  await writePosts(
    db,
    [
      {
        ...{ siteId, postId: '501', title: 'Kettles', published: null, modified: null },
        ...{ address: link, picture: null, trackingId: null, focusKeyword: 'old kettle' },
        products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', image: null }],
      },
    ],
    'adopted',
  )
  const { body } = await requester.post('/api/content-tracker/updates', { site: 'wp', post_id: '501' })
  const sent = await requester.put(`/api/articles/${body.article_id}`, {
    draft: false,
    products: [{ asin: 'B0AAAAAAA1', name: 'Heron Kettle', award: 'Best Overall', summary: 'Boils.' }],
    intro: 'All of it is new.',
  })
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  await pool.query('delete from article_checklist where article_id = $1', [body.article_id])
  await approve(body.article_id)
  await mirror(body.article_id)
  expect(await statusOf(body.article_id)).toBe('published')
  expect(await outings()).toEqual([{ day: today(), site, published: 0, updated: 1 }])
})

it('publications are reported for the drawn days, even if midnight passes during the count', async () => {
  const first = today()
  await published()
  const before = new Date(api.now().getTime() + 6 * DAY_MS)
  const after = new Date(before.getTime() + 12 * HOUR_MS)
  const moments = [before]
  const clock = () => moments.shift() ?? after
  const publications = createReadCache<readonly Publication[]>({ maxAgeMs: 0, clock: api.now, db, from: [] })
  const surfaces = await readSurfaces({ db, clock, timeZone: ZONE, publications }, { dateRange: 7 })
  expect(surfaces.days).toEqual(Array.from({ length: 7 }, (_, at) => plusDays(first, at)))
  expect(surfaces.outings).toEqual([{ day: first, site, published: 1, updated: 0 }])
})
