import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sites } from '../../../db/schema/sites.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'

let api: Api
let owner: Client
let validator: Client
let siteId: number
beforeAll(async () => {
  api = await startApi()
  owner = await api.as('opm')
  validator = await api.as('qa')
  siteId = (await owner.get('/api/sites')).body[0].site_id
})
afterAll(() => api.close())

const request = (values: object = {}) => ({
  siteId,
  keywords: ['gooseneck kettle'],
  products: [{ asin: 'B0CQ77XWHE', name: 'Moka Lane Duetto', award: 'Best Overall' }],
  faqs: [],
  draft: false,
  ...values,
})

test('a keyword created with an article is assigned to the article’s site; an existing one keeps its sites', async () => {
  const known = (await owner.post('/api/keywords', { keyword: 'camp lantern', sites: [] })).body.keyword_id
  const words = ['camp lantern', 'trail lantern']
  const { body } = await owner.post('/api/articles', request({ keywords: words }))
  const sitesOf = async (id: number) => (await owner.get(`/api/keywords/${id}`)).body.sites
  const made = body.keywords.find(({ keyword_id: id }: { keyword_id: number }) => id !== known).keyword_id
  expect(await sitesOf(made)).toEqual([expect.objectContaining({ site_id: siteId })])
  expect(await sitesOf(known)).toEqual([])
})

test('the history lists the fields QA edited, but not the owner’s own edits', async () => {
  const { body: created } = await owner.post('/api/articles', request())
  const path = `/api/articles/${created.article_id}`
  const other = await buildSite(api.database.db, { code: 'qx', displayName: 'Quiet Rooms' })
  await validator.patch(path, { version: created.version, siteId: other.id, intro: 'Shorter.' })
  const { body: edited } = await validator.patch(path, { intro: 'Shorter.' })
  expect(edited.events.slice(created.events.length)).toEqual([
    expect.objectContaining({
      action: 'saved',
      comment: 'Site, Intro',
      user: expect.objectContaining({ id: validator.id }),
    }),
  ])
  const { rows } = await api.database.pool.query(
    "select before, after from audit_entries where noun = 'article' and noun_id = $1 order by id limit 2",
    [String(created.article_id)],
  )
  const keywordIds = [created.keywords[0].keyword_id]
  expect(rows).toEqual([
    { before: null, after: { status: 'requested', siteId, keywordIds } },
    { before: { siteId, intro: null }, after: { siteId: other.id, intro: 'Shorter.' } },
  ])
  // It has no post that these edits could change.
  expect(edited.mirrors.map(({ target }: { target: string }) => target)).not.toContain('post')
  await validator.patch(`/api/articles/validate/${created.article_id}`, {
    command: 'return',
    reason: '  Thin. ',
  })
  const { body: own } = await owner.patch(path, { intro: 'Longer.' })
  expect(own.events.at(-1)).toMatchObject({ action: 'returned', comment: 'Thin.' })
  expect(own.returns.at(-1).reason).toBe('Thin.')
})

test('submitting a draft is in its history; saving it keeps it a draft', async () => {
  const { body: draft } = await owner.post('/api/articles', request({ draft: true }))
  const path = `/api/articles/${draft.article_id}`
  const { body: saved } = await owner.patch(path, { intro: 'Warm.', draft: true })
  expect([saved.status, saved.events.length]).toEqual(['draft', draft.events.length])
  // Only a save that says so submits it.
  expect((await owner.patch(path, { intro: 'Warmer.' })).body.status).toBe('draft')
  const { body: requested } = await owner.patch(path, { draft: false })
  // Only a review can be of the own article.
  expect([requested.status, requested.events.at(-1)]).toMatchObject([
    'requested',
    { action: 'requested', self: false },
  ])
})

test('a save does not submit a draft that has errors, new or stored, or a returned article', async () => {
  const products = [{ asin: 'B0CQ77XWHE', name: 'Moka Lane Duetto', award: '' }]
  for (const [faults, message] of [
    [{ products }, 'Missing award'],
    [{ faqs: [{ question: '' }] }, 'Missing question'],
  ] as const) {
    const { body: draft } = await owner.post('/api/articles', request({ ...faults, draft: true }))
    const path = `/api/articles/${draft.article_id}`
    const { status, body } = await owner.patch(path, { draft: false })
    expect([status, body.validation.body.message]).toEqual([400, message])
    expect((await owner.get(path)).body.status).toBe('draft')
  }
  const { id } = await buildArticle(api.database.db, { userId: owner.id, status: 'returned' })
  expect((await owner.patch(`/api/articles/${id}`, { draft: false })).body.status).toBe('returned')
})

test('an article of a retired site can be edited, but no article can be moved to a retired site', async () => {
  const { db } = api.database
  const own = await buildSite(db, { code: 'rs', displayName: 'Resting Rooms' })
  const other = await buildSite(db, { code: 'rt', displayName: 'Resting Tents' })
  const { body: created } = await owner.post('/api/articles', request({ siteId: own.id }))
  await db
    .update(sites)
    .set({ retiredAt: api.now() })
    .where(inArray(sites.id, [own.id, other.id]))
  const path = `/api/articles/${created.article_id}`
  const { status, body } = await validator.patch(path, { siteId: own.id, intro: 'Calm.' })
  expect([status, body.intro]).toEqual([200, 'Calm.'])
  expect(await validator.patch(path, { siteId: other.id })).toMatchObject({
    status: 400,
    body: { validation: { body: { keys: ['siteId'], message: 'Resting Tents is retired' } } },
  })
})

test('an empty text is stored as none, an empty title becomes the keyword, and omitted fields stay', async () => {
  const none = { intro: '', notes: '', imageUrl: '' }
  const draft = { siteId, keywords: ['copper kettle'], draft: true }
  const { body } = await owner.post('/api/articles', { ...draft, ...none })
  expect(body).toMatchObject({ intro: null, notes: null, image_url: null })
  const save = async (change: object) => (await owner.patch(`/api/articles/${body.article_id}`, change)).body
  const texts = { intro: 'Warm.', notes: 'Photos are in.' }
  const picture = 'https://pictures.example/copper.jpg'
  await save({ ...texts, imageUrl: picture, title: 'Copper' })
  expect(await save({ title: '' })).toMatchObject({
    ...texts,
    ...{ image_url: picture, title: 'The best copper kettle' },
  })
  expect(await save(none)).toMatchObject({ intro: null, notes: null, image_url: null })
})
