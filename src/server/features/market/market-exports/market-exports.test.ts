import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMarketFiles } from '../../../integrations/keyword-market/file-store.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'

let api: Api
let opm: Client
const keyword = (name: string, changes: object) => ({
  country: 'us' as const,
  name,
  identity: name,
  category: 'Home',
  volume: 100,
  monthlyTrend: null,
  quarterlyTrend: null,
  competition: null,
  unitsSold: null,
  price: null,
  seasonality: null,
  peakWeek: null,
  readAt: api.now(),
  ...changes,
})
beforeAll(async () => {
  api = await startApi()
  opm = await api.as('opm')
  const files = createMarketFiles(api.database.db, 'built-in')
  const many = Array.from({ length: 1200 }, (_, at) => keyword(`fan ${at}`, { volume: 5000 - at }))
  await files.saveKeywords([...many, keyword('=lamp', { price: 29.9, competition: 12 })])
  await files.saveProducts(
    Array.from({ length: 120 }, (_, at) => ({
      country: 'us' as const,
      asin: `B0FAN${String(at).padStart(5, '0')}`,
      name: `Fan ${at}`,
      brand: null,
      category: 'Fans',
      imageUrl: null,
      price: 20 + at,
      rating: 4.6,
      reviews: 900,
      sellers: null,
      sales: null,
      revenue: null,
      listedOn: null,
      isAvailable: null,
      readAt: api.now(),
    })),
  )
})
afterAll(() => api.close())

/** The lines of the file that a call has made. */
async function fileOf(path: string): Promise<string[]> {
  const { status, body } = await opm.get(path)
  expect(status).toBe(202)
  await api.app.queue.drain()
  const file = await opm.get(`/api/export/${body.exportId}/file`)
  expect(file.status).toBe(200)
  return String(file.body).trim().split('\n')
}

it('all keywords that match the filters are in the file, in the order of the list', async () => {
  const lines = await fileOf(
    '/api/keyword-opportunities/keywords.csv?sort=estimatedExactSearchVolume&includeText=fan',
  )
  expect(lines).toHaveLength(1201)
  expect(lines[0]).toBe(
    'Keyword,Category,Volume,Score,Monthly trend,Quarterly trend,Competition,Units,Price,Seasonality,Peak week',
  )
  expect(lines[1]).toMatch(/^fan 0,Home,5000,/)
  expect(lines[1200]).toMatch(/^fan 1199,Home,3801,/)
})

it('a keyword that a spreadsheet would take for a formula is guarded, and an unknown figure is empty', async () => {
  const [, line] = await fileOf(
    '/api/keyword-opportunities/keywords.csv?includeText=lamp&excludeTopBrands=false',
  )
  expect(line).toMatch(/^'=lamp,Home,100,\d+,,,12,,29\.9,,$/)
})

it('all products that a search finds are in the file, in the order of the list', async () => {
  const lines = await fileOf(
    '/api/keyword-opportunities/products.csv?includeText=fan&sortBy=price&sortOrder=asc',
  )
  expect(lines).toHaveLength(121)
  expect(lines[1]).toBe('B0FAN00000,Fan 0,,Fans,20,4.6,900,,,,,')
  expect(lines[120]).toBe('B0FAN00119,Fan 119,,Fans,139,4.6,900,,,,,')
})

it('files can be requested by users who may see the lists', async () => {
  const wrt = await api.as('wrt')
  expect((await wrt.get('/api/keyword-opportunities/keywords.csv')).status).toBe(403)
  expect((await wrt.get('/api/keyword-opportunities/products.csv')).status).toBe(403)
})
