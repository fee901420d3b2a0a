import { inArray } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sites } from '../../db/schema/sites.ts'
import { type Api, type Client, startApi } from '../../testing/api.ts'
import { buildSite } from '../../testing/builders.ts'

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

test('a keyword that an article makes is meant for the article’s site; one that there was keeps its own', async () => {
  const known = (await owner.post('/api/keywords', { keyword: 'camp lantern', sites: [] })).body.keyword_id
  const words = ['camp lantern', 'trail lantern']
  const { body } = await owner.post('/api/articles', request({ keywords: words }))
  const sitesOf = async (id: number) => (await owner.get(`/api/keywords/${id}`)).body.sites
  const made = body.keywords.find(({ keyword_id: id }: { keyword_id: number }) => id !== known).keyword_id
  expect(await sitesOf(made)).toEqual([expect.objectContaining({ site_id: siteId })])
  expect(await sitesOf(known)).toEqual([])
})

test('QA’s edits of an article are in its history, with the fields; its owner’s are not', async () => {
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
  await validator.patch(`/api/articles/validate/${created.article_id}`, {
    command: 'return',
    reason: 'Thin.',
  })
  const { body: own } = await owner.patch(path, { intro: 'Longer.' })
  expect(own.events.at(-1)).toMatchObject({ action: 'returned' })
})

test('a draft that is saved as a request is requested in its history; one that is saved stays a draft', async () => {
  const { body: draft } = await owner.post('/api/articles', request({ draft: true }))
  const path = `/api/articles/${draft.article_id}`
  const { body: saved } = await owner.patch(path, { intro: 'Warm.', draft: true })
  expect([saved.status, saved.events.length]).toEqual(['draft', draft.events.length])
  const { body: requested } = await owner.patch(path, { draft: false })
  expect([requested.status, requested.events.at(-1).action]).toEqual(['requested', 'requested'])
})

test('an article of a retired site can still be edited, and none can be moved to a retired site', async () => {
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
