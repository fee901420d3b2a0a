import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Opportunity, OpportunityPage } from '#shared/features/keywords/opportunities/contract.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { BUILT_IN_MARKET, createBuiltInMarket } from '../../../integrations/keyword-market/built-in.ts'
import {
  type NewMarketKeyword,
  saveMarketKeywords,
} from '../../../integrations/keyword-market/keyword-store.ts'
import type { KeywordMarket } from '../../../integrations/keyword-market/port.ts'
import { insertGoods } from '../../../integrations/product-catalog/goods-store.ts'
import { sampleGoods } from '../../../sample/goods.ts'
import { insertMarket } from '../../../sample/market.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'
import { isOurs } from './queries.ts'

const PATH = '/api/keyword-opportunities'

let api: Api
let manager: Client
beforeAll(async () => {
  api = await startApi()
  await insertMarket(api.database.db, api.now(), ['us', 'uk'])
  await insertGoods(api.database.db, sampleGoods())
  manager = await api.as('opm')
})
afterAll(() => api.close())

async function page(query: Record<string, string | number | boolean | readonly string[]> = {}) {
  const parameters = Object.entries(query).flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((each) => `${name}[]=${encodeURIComponent(each)}`)
      : [`${name}=${encodeURIComponent(String(value))}`],
  )
  const { status, body } = await manager.get(`${PATH}?${parameters.join('&')}`)
  expect(status, JSON.stringify(body)).toBe(200)
  return body as OpportunityPage
}
const firstOf = async (query = {}): Promise<Opportunity> => {
  const [row] = (await page(query)).keywords
  if (row === undefined) throw new RangeError('There is none.')
  return row
}
/** Keywords of the market in the United States, of which only this is known. */
const keepKeywords = (rows: readonly (Partial<NewMarketKeyword> & { name: string; volume: number })[]) =>
  saveMarketKeywords(
    api.database.db,
    rows.map((row) => ({
      source: BUILT_IN_MARKET,
      country: 'us' as const,
      identity: keywordIdentity(row.name),
      category: 'Kitchen',
      readAt: api.now(),
      ...row,
    })),
  )
const scoresOf = ({ keywords }: OpportunityPage) => keywords.map(({ opportunityScore }) => opportunityScore)

describe('the opportunities', () => {
  it('are read for a country with filters, fifty to a page, with their total [OPP-031] [OPP-040] [OPP-041]', async () => {
    const first = await page({ country: 'us', includeText: 'kettle, coffee' })
    expect(first.total_count).toBe(0)
    const all = await page({ country: 'us' })
    expect(all.keywords).toHaveLength(50)
    expect(all.total_count).toBeGreaterThan(1500)
    expect(all.problem).toBeNull()
    const second = await page({ page: 2 })
    expect(second.total_count).toBe(all.total_count)
    const scores = [...scoresOf(all), ...scoresOf(second)]
    expect(scores).toEqual(scores.toSorted((one, other) => other - one))
    const names = [...all.keywords, ...second.keywords].map(({ name }) => name)
    expect(new Set(names).size).toBe(100)
    expect((await page({ country: 'uk' })).keywords).not.toEqual(all.keywords)
    expect((await page({ page: 1000 })).keywords).toEqual([])
    const numbered = Array.from({ length: 60 }, (_, at) => `numbered teapot ${String(at).padStart(2, '0')}`)
    await keepKeywords(numbered.map((name) => ({ name, volume: 100 })))
    const named = { includeText: 'numbered', sort: 'name', sortOrder: 'asc' }
    const pages = [await page(named), await page({ ...named, page: 2 })]
    expect(pages.map(({ total_count: total }) => total)).toEqual([60, 60])
    expect(pages.map(({ keywords }) => keywords.map(({ name }) => name))).toEqual([
      numbered.slice(0, 50),
      numbered.slice(50),
    ])
  })

  it('show the known values of each search, and nothing of a foreign keyword [OPP-038] [OPP-039]', async () => {
    const readAt = new Date('2026-11-01T08:00:00Z')
    const [name, demand] = ['brass teapot & lid', `${'1'.repeat(49)}798`]
    const season = { seasonality: 4, peakWeek: 51, demand }
    const figures = { price: 2510, unitsSold: 40, monthlyTrend: 4.5, quarterlyTrend: -2.5, competition: 30 }
    const asins = ['B0TEAPOT01', 'B0TEAPOT02']
    await keepKeywords([
      { name, volume: 900, score: 55, readAt, asins, ...season, ...figures },
      { name: 'brass teapot stand', volume: 800 },
    ])
    const [row, unknown] = (await page({ includeText: 'brass teapot' })).keywords
    expect(row).toEqual({
      name,
      category: 'Kitchen',
      keyword_url: 'https://www.amazon.com/s?k=brass%20teapot%20%26%20lid',
      avgUnitsSold: 40,
      avgPrice: 25.1,
      estimatedExactSearchVolume: 900,
      monthlyTrend: 4.5,
      quarterlyTrend: -2.5,
      competition: 30,
      opportunityScore: 55,
      classification5: 4,
      isSeasonal: true,
      peakWeek: 51,
      combinedAsins: [{ asin: 'B0TEAPOT01' }, { asin: 'B0TEAPOT02' }],
      demand,
      publish_by: expect.any(Object),
      planned: [],
      as_of: readAt.toISOString(),
    })
    expect(unknown).toMatchObject({
      ...{ avgUnitsSold: null, avgPrice: null, monthlyTrend: null, quarterlyTrend: null, competition: null },
      ...{ classification5: null, isSeasonal: null, peakWeek: null, combinedAsins: [], publish_by: null },
    })
    expect((await firstOf({ country: 'uk' })).keyword_url).toMatch(/^https:\/\/www\.amazon\.co\.uk\/s\?k=/)
  })

  it('carry the number of an existing keyword, in any case, with its articles, and leave it out on request [OPP-039] [OPP-050]', async () => {
    const { name } = await firstOf()
    const added = await manager.post('/api/keywords', { keyword: `  ${name.toUpperCase()} ` })
    expect(added.status).toBe(201)
    expect(await firstOf()).toMatchObject({
      name,
      keyword_id: added.body.keyword_id,
      ours: { articles: 0, winning_percentage: null },
    })
    const left = await page({ excludeExistingKeywords: true })
    expect(left.keywords.map((row) => row.name)).not.toContain(name)
    expect(left.total_count).toBe((await page()).total_count - 1)
    const { keywords } = await page({ page: 2 })
    const other = keywords[0]?.name ?? ''
    await buildArticle(api.database.db, { userId: manager.id, keyword: other })
    expect((await page({ page: 2 })).keywords[0]?.ours).toEqual({ articles: 1, winning_percentage: null })
  })

  it('leave searches for top brands out unless requested [OPP-028]', async () => {
    const without = await page({ includeText: 'gooseneck kettle' })
    const all = await page({ includeText: 'gooseneck kettle', excludeTopBrands: false })
    expect(all.total_count).toBeGreaterThan(without.total_count)
    expect((await page({ includeText: 'gooseneck kettle', excludeTopBrands: true })).total_count).toBe(
      without.total_count,
    )
  })

  it.each([
    ['competition', 'competition', 20, 40],
    ['seasonality', 'classification5', 2, 3],
    ['avgPrice', 'avgPrice', 30, 60],
    ['avgUnitsSold', 'avgUnitsSold', 100, 500],
    ['monthlySearchVolume', 'estimatedExactSearchVolume', 1000, 5000],
    ['monthlyVlm', 'estimatedExactSearchVolume', 1000, 5000],
    ['monthlyTrend', 'monthlyTrend', 5, 20],
    ['opportunityScore', 'opportunityScore', 50, 60],
  ] as const)('are narrowed by %sMin and %sMax', async (name, field, min, max) => {
    const found = await page({ [`${name}Min`]: min, [`${name}Max`]: max })
    expect(found.total_count).toBeGreaterThan(0)
    expect(found.total_count).toBeLessThan((await page()).total_count)
    for (const row of found.keywords) {
      expect(row[field]).toBeGreaterThanOrEqual(min)
      expect(row[field]).toBeLessThanOrEqual(max)
    }
  })

  it('believe the search volume where its other name says something else', async () => {
    const both = await page({ monthlySearchVolumeMin: 5000, monthlyVlmMin: 100 })
    expect(both.total_count).toBe((await page({ monthlySearchVolumeMin: 5000 })).total_count)
  })

  it.each([
    ['avgPriceMin', 1],
    ['avgUnitsSoldMax', 500],
    ['seasonalityMin', 2],
    ['competitionMax', 90],
    ['monthlyTrendMin', 0],
  ] as const)('count those with an unknown %s, and include them on request', async (filter, bound) => {
    const known = {
      volume: 900,
      price: 2500,
      unitsSold: 40,
      seasonality: 3,
      competition: 30,
      monthlyTrend: 4,
    }
    await keepKeywords([
      { name: `uncharted kettle ${filter} one`, ...known },
      { name: `uncharted kettle ${filter} two`, volume: 900 },
      { name: `uncharted kettle ${filter} three`, volume: 90 },
    ])
    const about = { includeText: `uncharted kettle ${filter}`, monthlySearchVolumeMin: 500 }
    const plain = await page(about)
    expect(plain).toMatchObject({ total_count: 2, unknown_count: 0 })
    const narrowed = await page({ ...about, [filter]: bound })
    expect(narrowed).toMatchObject({ total_count: 1, unknown_count: 1 })
    expect(narrowed.keywords.map(({ name }) => name)).toEqual([`uncharted kettle ${filter} one`])
    const all = await page({ ...about, [filter]: bound, include_unknown: true })
    expect(all).toMatchObject({ total_count: 2, unknown_count: 1 })
    expect(all.keywords).toHaveLength(2)
  })

  it('are narrowed by several categories, by all parts of a text and by none of another', async () => {
    const { body } = await manager.get(`${PATH}/categories?country=us`)
    const [first = '', second = ''] = body.categories
    const found = await page({ category: [first, second] })
    expect(new Set(found.keywords.map(({ category }) => category))).toEqual(new Set([first, second]))
    const words = await page({ includeText: 'Tent,  backpacking', excludeText: 'RAIN, kids' })
    expect(words.total_count).toBeGreaterThan(0)
    for (const { name } of words.keywords) {
      expect(name).toContain('tent')
      expect(name).toContain('backpacking')
      expect(name).not.toMatch(/rain|kids/)
    }
  })

  it.each([
    'name',
    'estimatedExactSearchVolume',
    'avgPrice',
    'avgUnitsSold',
    'competition',
    'monthlyTrend',
    'quarterlyTrend',
  ] as const)('are sorted by %s either way', async (sort) => {
    const up = (await page({ sort, sortOrder: 'asc' })).keywords.map((row) => row[sort] ?? 0)
    expect(up).toEqual(up.toSorted((one, other) => (one < other ? -1 : one === other ? 0 : 1)))
    const down = (await page({ sort, sortOrder: 'desc' })).keywords.map((row) => row[sort] ?? 0)
    expect(down).toEqual(down.toSorted((one, other) => (one > other ? -1 : one === other ? 0 : 1)))
    expect(down).not.toEqual(up)
  })

  it('that no filter leaves say which filter keeps most of them away', async () => {
    const none = await page({ includeText: 'kettle', avgPriceMin: 100000, excludeText: 'zzz' })
    expect(none).toMatchObject({ keywords: [], total_count: 0 })
    expect(none.without[0]?.filter).toBe('avgPrice')
    expect(none.without[0]?.count).toBe((await page({ includeText: 'kettle' })).total_count)
    expect(none.without.some(({ count }) => count === 0)).toBe(false)
    expect((await page()).without).toEqual([])
  })

  it('refuse an unknown filter', async () => {
    for (const query of [
      'country=us2',
      'avgPriceMin=-1',
      'sort=secret',
      'competitionMax=101',
      'page=0',
      'seasonalityMin=6',
    ]) {
      expect((await manager.get(`${PATH}?${query}`)).status, query).toBe(400)
    }
  })
})

describe('around the opportunities', () => {
  it('the categories of a country are answered [OPP-043]', async () => {
    const { status, body } = await manager.get(`${PATH}/categories?country=uk`)
    expect(status).toBe(200)
    expect(body.categories).toContain('Home & Kitchen')
    expect(body.categories).toEqual([...body.categories].sort())
    expect((await manager.get(`${PATH}/categories?country=jp`)).body).toEqual({ categories: [] })
  })

  it.each([
    ['average-units-sold', 'unitsSold', 104],
    ['average-price', 'price', 104],
    ['search-volume', 'searchVolume', 104],
    ['seasonality', 'seasonality', 52],
  ] as const)(
    '%s answers the weeks of its own figure by the keyword’s name [OPP-044] [OPP-045] [OPP-046] [OPP-047]',
    async (path, kind, count) => {
      const { name } = await firstOf()
      const { db } = api.database
      const market = createBuiltInMarket({ db, clock: api.now, isOurs })
      const history = await market.history(kind, name, 'us')
      const { status, body } = await manager.get(
        `${PATH}/${path}?name=${encodeURIComponent(name)}&country=us`,
      )
      expect(status).toBe(200)
      expect(body.data).toHaveLength(count)
      expect(body.data[0].date).toMatch(/^\d{4}-\d\d-\d\d$/)
      expect(body.data).toEqual(history?.value)
      expect((await manager.get(`${PATH}/${path}?name=nobody%20asks`)).status).toBe(404)
      expect((await manager.get(`${PATH}/${path}`)).status).toBe(400)
    },
  )

  it('top products are answered two levels deep, by their ASINs [OPP-048] [OPP-049]', async () => {
    const { combinedAsins } = await firstOf()
    const asins = combinedAsins.map(({ asin }) => asin)
    const { status, body } = await manager.get(
      `${PATH}/top-products?${asins.map((asin) => `asins[]=${asin}`).join('&')}`,
    )
    expect(status).toBe(200)
    expect(body.data.data.products.map(({ asin }: { asin: string }) => asin).sort()).toEqual(
      [...asins].sort(),
    )
    expect((await manager.get(`${PATH}/top-products`)).body.data.data.products).toEqual([])
  })

  it('a country’s market gives its size, its distribution and the cost of a call', async () => {
    const { body } = await manager.get(`${PATH}/overview`)
    expect(body.count).toBe((await page({ excludeTopBrands: false })).total_count)
    expect(body.usage).toEqual({ source: 'built-in', is_connected: true, calls: null })
    for (const name of ['competition', 'opportunity_score', 'avg_price'])
      expect(body[name].counts).toHaveLength(24)
  })
})

it('opportunities and products need their rights', async () => {
  const writer = await api.as('wrt')
  for (const path of ['', '/categories', '/overview', '/products', '/top-products', '/search-volume?name=x'])
    expect((await writer.get(PATH + path)).status, path).toBe(403)
})

it('an unreachable market breaks no page: known values stay, with the reason', async () => {
  const isDown = async () => {
    throw new IntegrationError('down', { system: 'Market', kind: 'unavailable', operation: 'find keywords' })
  }
  const known = createBuiltInMarket({ db: api.database.db, clock: api.now, isOurs })
  const market: KeywordMarket = { ...known, learn: isDown, searchProducts: isDown }
  const other = await startApi({}, { market })
  const client = await other.as('opm')
  const { status, body } = await client.get(PATH)
  expect([status, body.problem, body.keywords.length]).toEqual([200, 'Market is not available.', 50])
  const failed = await client.get(`${PATH}/products`)
  expect([failed.status, failed.body.message]).toEqual([
    503,
    'Market isn’t available right now. Please try again later.',
  ])
  await other.close()
})
