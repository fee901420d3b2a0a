import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildSite } from '../../../testing/builders.ts'
import { writePosts } from '../content-tracker/post-store.ts'
import { markDayComplete, recomputeSearchTotals, writeRows } from './search-store.ts'

const SITE = 'tt'
let api: Api
let opm: Client
let siteId: number

const list = async (query = '') => (await opm.get(`/api/gsc-keywords/?${query}`)).body
const idsOf = async (query = '') =>
  (await list(query)).nodes.map(({ POST_ID }: { POST_ID: string }) => POST_ID)
const log = async () => (await opm.get('/api/gsc-keywords-actions/')).body.nodes

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const { db } = api.database
  const site = { code: SITE, url: 'https://tt.example' }
  siteId = (await buildSite(db, site)).id
  const titles = { 13: 'Lamps', 15: 'Once', 16: 'Ties' }
  await writePosts(
    db,
    Object.entries(titles).map(([postId, title]) => ({
      siteId,
      postId,
      title,
      published: '2026-01-02T00:00:00Z',
      modified: null,
      address: `https://tt.example/${postId}`,
      focusKeyword: 'other',
      picture: null,
      trackingId: null,
      products: null,
    })),
    'import',
  )
  const day = plusDays(api.now().toISOString().slice(0, 10), -3)
  const found = Object.keys(titles).map((postId) => ({
    page: `tt.example/${postId}`,
    query: `search ${postId}`,
    clicks: 5,
    impressions: 50,
    position: 5,
  }))
  await writeRows(db, siteId, day, found)
  await markDayComplete(db, { siteId, day, rows: 3, readAt: api.now() })
  await recomputeSearchTotals(db, { id: siteId, ...site })
})
afterAll(() => api.close())

describe('the ignore list', () => {
  const ignore = (...ids: string[]) =>
    opm.post(
      '/api/gsc-keywords-ignored-posts/bulk/',
      ids.map((post_id) => ({ post_id, site_id: siteId, post_title: `Title ${post_id}` })) as never,
    )

  it('takes posts that the mismatch list leaves out from then on, each once, with number, site and title [GSC-027] [GSC-029] [GSC-032]', async () => {
    expect(await idsOf('period=30&query=Ties')).toEqual(['16'])
    expect((await ignore('16')).body).toEqual({ added: 1 })
    api.advance(1000)
    expect((await ignore('16', '13')).body).toEqual({ added: 1 })
    expect(await idsOf('period=30&query=Ties')).toEqual([])
    expect((await list()).ignored).toBe(2)
    const { body } = await opm.get('/api/gsc-keywords-ignored-posts/?query=16')
    expect(body).toEqual({
      totalCount: 1,
      nodes: [
        {
          post_id: '16',
          site_id: siteId,
          site_code: SITE,
          post_title: 'Ties',
          by: 'Opm One',
          created_at: expect.stringMatching(/Z$/),
        },
      ],
    })
    const ignored = async (page: string) =>
      (await opm.get(`/api/gsc-keywords-ignored-posts/?${page}`)).body.nodes.map(
        ({ post_id }: { post_id: string }) => post_id,
      )
    expect(await ignored('')).toEqual(['13', '16'])
    expect(await ignored('perPage=1&page=2')).toEqual(['16'])
  })

  it('takes no post that does not exist, and none of the others sent with it', async () => {
    const refused = await ignore('15', '99')
    expect([refused.status, refused.body.message]).toEqual([400, `Post 99 doesn’t exist on site ${siteId}.`])
    const elsewhere = [{ post_id: '15', site_id: 9999, post_title: 'Once' }]
    expect((await opm.post('/api/gsc-keywords-ignored-posts/bulk/', elsewhere as never)).status).toBe(400)
    expect(await idsOf('period=90&query=Once')).toEqual(['15'])
  })

  it('gives a post back, and the log records it', async () => {
    await ignore('15')
    expect(await idsOf('period=90&query=Once')).toEqual([])
    const address = { post_id: '15', site_id: siteId }
    expect((await opm.delete('/api/gsc-keywords-ignored-posts/', address)).status).toBe(204)
    expect((await opm.delete('/api/gsc-keywords-ignored-posts/', address)).status).toBe(404)
    expect(await idsOf('period=90&query=Once')).toEqual(['15'])
    expect((await log())[0]).toMatchObject({ action: 'unignore', post_id: '15', keyword_after: null })
  })
})
