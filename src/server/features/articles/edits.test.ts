import { afterAll, beforeAll, expect, test } from 'vitest'
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

test('what QA edits of an article stands in its history, with the fields; what its owner edits does not', async () => {
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
