import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { plusDays } from '#shared/format/day.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { writePosts } from './post-store.ts'
import { followAll } from './verbs/follow-articles.ts'
import { importEarnings } from './verbs/import-earnings.ts'

let api: Api
let opm: Client
let qa: Client
let siteId: number
const OUT = 'B0AAAAAAR1'
const THERE = 'B0AAAAAAR2'
const day = (back: number) => plusDays(api.now().toISOString().slice(0, 10), -back)
const post = (
  postId: string,
  over: Partial<Parameters<typeof writePosts>[1][number]> = {},
): Parameters<typeof writePosts>[1][number] => ({
  siteId,
  postId,
  title: `Post ${postId}`,
  published: api.now().toISOString(),
  modified: null,
  address: `https://rf.example/${postId}`,
  focusKeyword: 'kettle',
  picture: null,
  trackingId: null,
  products: null,
  ...over,
})
const recommended = [
  { asin: OUT, name: 'Heron Kettle', award: 'Best Overall', image: null },
  { asin: THERE, name: 'Wren Kettle', award: 'Best Budget', image: null },
]
const keep = () => followAll({ db: api.database.db, clock: () => api.now(), timeZone: 'UTC' })

beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  qa = await api.as('qa')
  const { db } = api.database
  siteId = (await buildSite(db, { code: 'rf' })).id
  await writePosts(
    db,
    [
      post('1', { products: recommended, published: `${day(400)}T00:00:00Z` }),
      post('2', { focusKeyword: null }),
      post('3'),
    ],
    'import',
  )
  await db.execute(
    sql`update products set stock = 'OUT_OF_STOCK', stock_since = ${api.now().toISOString()}::timestamptz where asin = ${OUT}`,
  )
  await keep()
})
afterAll(() => api.close())

const content = async (query = '', by = opm) => (await by.get(`/api/snowflake/content?site=rf${query}`)).body
const titles = async (query: string) =>
  (await content(query)).edges.map(({ POST_ID }: { POST_ID: string }) => POST_ID)

it('one of our own posts is as old as its text: a new owner or picture makes it no newer', async () => {
  const { db, pool } = api.database
  const site = await buildSite(db, { code: 'rx' })
  const { id } = await buildArticle(db, {
    ...{ userId: opm.id, siteId: site.id, status: 'published', postId: 78 },
    updatedAt: new Date(`${day(400)}T08:00:00Z`),
  })
  await keep()
  const isStale = async () =>
    (await opm.get('/api/snowflake/content?site=rx')).body.edges[0].FLAGS.includes('STALE_180D')
  const update = async (change: object) => {
    const { body } = await opm.post(`/api/articles/${id}/revision`)
    const draft = (await opm.get(`/api/articles/${body.article_id}`)).body
    const { version, products, faqs, keywords } = draft
    const form = { keywords, products, faqs, version, draft: false, ...change }
    const saved = await opm.patch(`/api/articles/${body.article_id}`, form)
    expect([saved.status, saved.body.status]).toEqual([200, 'requested'])
    const approved = await qa.patch(`/api/articles/validate/${body.article_id}`, { command: 'approve' })
    expect(approved.status).toBe(200)
    await pool.query("update articles set status = 'published' where article_id = $1", [body.article_id])
    await keep()
  }
  expect(await isStale()).toBe(true)
  await pool.query('update articles set user_id = $2, updated_at = now() where article_id = $1', [id, qa.id])
  await keep()
  expect(await isStale()).toBe(true)
  await update({ imageUrl: '/images/hero-0123456789abcdef0123456789abcdef.jpg' })
  expect(await isStale()).toBe(true)
  await update({ intro: 'They pour better.' })
  expect(await isStale()).toBe(false)
})

describe('the number by which posts want to be refreshed', () => {
  it('comes with its reasons, whose points add up to it', async () => {
    const { edges } = await content('&sort=REFRESH')
    expect(edges[0]).toMatchObject({
      POST_ID: '1',
      refresh: 40,
      reasons: [
        { kind: 'stock', points: 25, text: '1 of 2 products cannot be bought' },
        { kind: 'age', points: 15, text: `Last changed on ${day(400)}` },
      ],
      update: null,
    })
  })

  it('puts posts in order and leaves out those that want it less', async () => {
    expect(await titles('&sort=REFRESH')).toEqual(['1', '2', '3'])
    expect(await titles('&sort=REFRESH&sortOrder=asc')).toEqual(['3', '2', '1'])
    expect(await titles('&sort=REFRESH&refresh=10')).toEqual(['1', '2'])
    expect((await content('&refresh=11')).pageInfo).toEqual({ total: 1 })
  })

  it('counts stock as soon as it is known', async () => {
    const { db } = api.database
    await db.execute(sql`update products set stock = 'OUT_OF_STOCK' where asin = ${THERE}`)
    expect((await content('&refresh=40')).edges[0].reasons[0].text).toBe('2 of 2 products cannot be bought')
    await db.execute(sql`update products set stock = 'IN_STOCK' where asin = ${THERE}`)
  })
})

it('posts are ordered by how their earnings changed, unknown ones last', async () => {
  await importEarnings(
    { pool: api.database.pool, clock: () => api.now(), timeZone: 'UTC', refuse: () => {} },
    (async function* () {
      const told = [
        { post_id: '2', week: day(14), earnings: 5 },
        { post_id: '2', week: day(42), earnings: 10 },
        { post_id: '3', week: day(14), earnings: 10 },
        { post_id: '3', week: day(42), earnings: 10 },
      ]
      for (const [line, cells] of told.entries()) yield { line, cells: { site: 'rf', ...cells } }
    })(),
  )
  expect(await titles('&sort=CHANGE&sortOrder=desc')).toEqual(['3', '2', '1'])
  expect(await titles('&sort=CHANGE&sortOrder=asc')).toEqual(['1', '2', '3'])
})

describe('an update that is requested', () => {
  const request = (body: object, by = opm) => by.post('/api/content-tracker/updates', { site: 'rf', ...body })

  it('of a post that was not written here begins an article with its title, keyword, products and reasons', async () => {
    const { status, body } = await request({ post_id: '1' })
    expect(status).toBe(201)
    const { body: article } = await opm.get(`/api/articles/${body.article_id}`)
    expect(article).toMatchObject({
      title: 'Post 1',
      status: 'draft',
      notes: 'Update of “Post 1”: https://rf.example/1\nThis becomes a new post. The old one stays as it is.',
      keywords: [{ keyword: 'kettle' }],
      products: [
        { asin: OUT, name: 'Heron Kettle', award: 'Best Overall' },
        { asin: THERE, name: 'Wren Kettle', award: 'Best Budget' },
      ],
      checklist: [
        { kind: 'stock', text: `Replace Heron Kettle: ${OUT} is out of stock`, done_at: null },
        { kind: 'age', text: `Last changed on ${day(400)}`, done_at: null },
      ],
    })
    const shownTo = async (by: Client) => (await content('&title=Post%201', by)).edges[0].update
    expect(await shownTo(opm)).toEqual({ article_id: body.article_id, status: 'draft' })
    // Another user's draft is hidden.
    expect(await shownTo(qa)).toEqual({ article_id: null, status: 'draft' })
    const again = await request({ post_id: '1' })
    expect([again.status, again.body.details.article_id]).toEqual([409, body.article_id])
    const byOther = await request({ post_id: '1' }, qa)
    expect([byOther.status, byOther.body.details.article_id]).toEqual([409, null])
    await opm.delete(`/api/articles/${body.article_id}`)
    expect(await shownTo(opm)).toBeNull()
  })

  it('for a post without a keyword asks for a keyword', async () => {
    const refused = await request({ post_id: '2' })
    expect([refused.status, refused.body.validation.body.keys]).toEqual([400, ['keyword']])
    const { body } = await request({ post_id: '2', keyword: 'ink pens' })
    expect((await opm.get(`/api/articles/${body.article_id}`)).body).toMatchObject({
      keywords: [{ keyword: 'ink pens' }],
      checklist: expect.arrayContaining([expect.objectContaining({ kind: 'keyword' })]),
    })
  })

  it('for one of our own posts begins an update of its article, once', async () => {
    const { db } = api.database
    const site = await buildSite(db, { code: 'ro' })
    const { id } = await buildArticle(db, {
      userId: qa.id,
      siteId: site.id,
      status: 'published',
      postId: 77,
    })
    await keep()
    const first = await request({ site: 'ro', post_id: '77' })
    expect(first.status).toBe(201)
    expect((await opm.get(`/api/articles/${first.body.article_id}`)).body).toMatchObject({
      revises: id,
      status: 'draft',
      checklist: expect.any(Array),
    })
    expect((await request({ site: 'ro', post_id: '77' })).status).toBe(409)
  })

  it('for an unknown post is refused', async () => {
    expect((await request({ post_id: 'unheard' })).status).toBe(404)
  })
})
