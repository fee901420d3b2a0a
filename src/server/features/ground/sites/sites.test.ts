import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Api, startApi } from '../../../testing/api.ts'
import { buildArticle, buildSite } from '../../../testing/builders.ts'
import { createSitesService } from './service.ts'

const OPERATOR = { kind: 'operator', name: 'npm run site' } as const

let api: Api
let siteId: number
let code: string
beforeAll(async () => {
  api = await startApi()
  const site = await buildSite(api.database.db, { boardGid: '1300000000000001' })
  siteId = site.id
  code = site.code
})
afterAll(() => api.close())

const service = () => createSitesService({ db: api.database.db, images: api.app.images })
const rest = (isRetired: boolean) =>
  service().restSite(OPERATOR, code, { retiredAt: isRetired ? api.now() : null })

test('a retired site takes no new articles, and existing ones go on', async () => {
  const opm = await api.as('opm')
  const { body: keyword } = await opm.post('/api/keywords', { keyword: 'best kettle' })
  const article = await buildArticle(api.database.db, { userId: opm.id, siteId, status: 'draft' })
  const request = {
    siteId,
    title: 'Kettles',
    keywords: [{ keyword_id: keyword.keyword_id }],
    products: [],
    faqs: [],
    draft: true,
  }
  await rest(true)
  const listed = (await opm.get('/api/sites')).body.find(
    (site: { site_id: number }) => site.site_id === siteId,
  )
  expect(listed).toMatchObject({ retired: true })
  const refused = await opm.post('/api/articles', request)
  expect([refused.status, JSON.stringify(refused.body)]).toEqual([400, expect.stringContaining('is retired')])
  const saved = await opm.put(`/api/articles/${article.id}`, { siteId, title: 'Still here' })
  expect(saved.status).toBe(200)
  await rest(false)
  expect((await opm.post('/api/articles', request)).status).toBe(201)
})

test('the board of a retired site is not watched until the site is reactivated', async () => {
  const boards = () => service().listBoards(api.database.db)
  expect(await boards()).toContain('1300000000000001')
  await rest(true)
  expect(await boards()).not.toContain('1300000000000001')
  await rest(false)
  expect(await boards()).toContain('1300000000000001')
})
