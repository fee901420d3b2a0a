import { afterEach, beforeEach, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { transaction } from '../../../db/connect.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../../posts/content-tracker/post-store.ts'
import {
  markDayComplete,
  recomputeQueryTotals,
  recomputeSearchTotals,
  writeRows,
} from '../../posts/gsc-keywords/search-store.ts'

let api: Api
let manager: Client
let siteId: number
let until: string

const names = async (query = '') => {
  const { status, body } = await manager.get(`/api/keyword-opportunities/searched?${query}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body.nodes.map(({ name }: { name: string }) => name)
}

beforeEach(async () => {
  api = await startApi()
  manager = await api.as('opm')
  const { db } = api.database
  siteId = (await buildSite(db, { code: 'tt', url: 'https://tt.example', displayName: 'Teatime' })).id
  until = plusDays(api.now().toISOString().slice(0, 10), -3)
  await writePosts(
    db,
    [
      ['1', 'Kettles', 'Electric  Kettle'],
      ['2', 'Teapots', null],
    ].map(([postId, title, focusKeyword]) => ({
      siteId,
      postId: postId ?? '',
      title: title ?? '',
      published: '2026-01-02T00:00:00Z',
      modified: null,
      address: `https://tt.example/${postId}`,
      focusKeyword: focusKeyword ?? null,
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  const found = (post: number, query: string, figures: [number, number, number]) => {
    const [clicks, impressions, position] = figures
    return { page: `tt.example/${post}`, query, clicks, impressions, position }
  }
  await writeRows(db, siteId, until, [
    found(1, 'electric kettle', [50, 900, 2]),
    found(1, 'quiet kettle', [4, 300, 6]),
    found(2, 'quiet kettle', [5, 100, 10]),
    found(2, 'small teapot', [9, 250, 4.4]),
    found(2, 'teapot seldom', [3, 99, 4]),
    found(2, 'teatime pots', [3, 500, 1]),
  ])
  await markDayComplete(db, { siteId, day: until, rows: 6, readAt: api.now() })
  await recomputeSearchTotals(db, { id: siteId, code: 'tt', url: 'https://tt.example' })
  await transaction(db, recomputeQueryTotals)
})
afterEach(() => api.close())

it('queries that show our posts are opportunities unless they are the keyword of a post, in any case and with any blanks', async () => {
  const { body } = await manager.get('/api/keyword-opportunities/searched')
  expect(body).toMatchObject({ totalCount: 2, until })
  expect(body.nodes).toEqual([
    {
      name: 'quiet kettle',
      clicks: 9,
      impressions: 400,
      position: 7,
      posts: 2,
      best: {
        site_code: 'tt',
        site_id: siteId,
        post_title: 'Teapots',
        permalink: 'https://tt.example/2',
        article_id: null,
      },
    },
    expect.objectContaining({ name: 'small teapot', clicks: 9, impressions: 250, position: 4.4, posts: 1 }),
  ])
  expect((await (await api.as('wrt')).get('/api/keyword-opportunities/searched')).status).toBe(403)
})

it('queries without a page are narrowed by words and site, and put in order', async () => {
  expect(await names('query=TEAPOT')).toEqual(['small teapot'])
  expect(await names(`site=${siteId}`)).toEqual(['quiet kettle', 'small teapot'])
  expect(await names(`site=${siteId + 1}`)).toEqual([])
  expect(await names('sort=position&sortOrder=asc')).toEqual(['small teapot', 'quiet kettle'])
  expect(await names('sort=name&sortOrder=desc')).toEqual(['small teapot', 'quiet kettle'])
  expect(await names('page=2')).toEqual([])
})

it('a query on our list is matched by its identity, and can be left out; once a post has it, it is no opportunity', async () => {
  const { body: added } = await manager.post('/api/keywords', { keyword: 'Small Teapot' })
  const { body } = await manager.get('/api/keyword-opportunities/searched?query=teapot')
  expect(body.nodes[0]).toMatchObject({
    name: 'small teapot',
    keyword_id: added.keyword_id,
    ours: { articles: 0, winning_percentage: null },
  })
  expect(await names('exclude_existing_keywords=true')).toEqual(['quiet kettle'])
  const saved = await manager.post('/api/gsc-keywords/bulk/', [
    { post_id: '2', site_id: siteId, keyword_before: null, keyword_after: 'Quiet kettle' },
  ] as never)
  expect(saved.body[0].ok).toBe(true)
  expect(await names()).toEqual(['small teapot'])
})
