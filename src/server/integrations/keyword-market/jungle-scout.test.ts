import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../../db/connect.ts'
import { marketAnswers, marketKeywords } from '../../db/schema/market.ts'
import { vendorCalls } from '../../db/schema/outside.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { isOurs } from '../../features/keywords/opportunities/queries.ts'
import { startJungleScoutApi } from '../../testing/jungle-scout-api.ts'
import { patienceWith, type VendorFault, type VendorStub } from '../../testing/vendor-stub.ts'
import { chooseKeywordMarket } from './choice.ts'
import { yearOfWeeks } from './jungle-scout-mapping.ts'
import type { MarketQuestion, ProductQuestion } from './port.ts'

const BEGIN = new Date('2026-11-20T12:00:00Z')
let now = BEGIN

let database: Database
let vendor: VendorStub
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  vendor = await startJungleScoutApi()
  now = BEGIN
  for (const table of [marketAnswers, marketKeywords, vendorCalls]) await database.db.delete(table)
})
afterEach(() => vendor.close())

const createMarket = (callsPerDay = 1000, timeZone = 'UTC', fault?: VendorFault) =>
  chooseKeywordMarket({
    account: { keyName: 'desk', apiKey: 'very-secret', baseUrl: vendor.url, callsPerDay },
    db: database.db,
    clock: () => now,
    timeZone,
    isOurs,
    vendor: { betweenRequestsMs: 0, timeoutMs: patienceWith(fault) },
  })
const later = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

const ALL: MarketQuestion = {
  country: 'us',
  include: [],
  exclude: [],
  competition: {},
  seasonality: {},
  price: {},
  unitsSold: {},
  volume: {},
  monthlyTrend: {},
  score: {},
  withUnknown: false,
  withoutTopBrands: false,
  withoutOurs: false,
  sort: 'volume',
  order: 'desc',
  firstPeak: 1,
  limit: 50,
  offset: 0,
}
const PRODUCTS: ProductQuestion = {
  country: 'us',
  words: 'kettle',
  ratingMin: 4.5,
  reviewsMin: 100,
  showUnavailable: true,
  sort: 'price',
  order: 'desc',
  page: 1,
  perPage: 25,
}
const paths = () => vendor.questions.map(({ path }) => path.replace(/^\/api\/(keywords\/)?/, ''))

describe('searches', () => {
  it('take one call, in the vendor’s words, and are stored where all filters work', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    const [question] = vendor.questions
    expect(question).toMatchObject({
      method: 'POST',
      path: '/api/keywords/keywords_by_keyword_query',
      query: { marketplace: 'us', sort: '-monthly_search_volume_exact', 'page[size]': '100' },
      body: { data: { type: 'keywords_by_keyword_query', attributes: { search_terms: 'kettle' } } },
    })
    expect(question?.headers).toMatchObject({
      authorization: 'desk:very-secret',
      'x-api-type': 'junglescout',
      accept: 'application/vnd.junglescout.v1+json',
      'content-type': 'application/vnd.api+json',
    })
    const rows = await market.opportunities(ALL)
    expect(rows).toHaveLength(20)
    expect(rows[2]).toMatchObject({
      name: 'kettle 2',
      category: 'Home & Kitchen',
      volume: 9800,
      monthlyTrend: -3.5,
      quarterlyTrend: 12.5,
      // 100 less an ease of 8.
      competition: 92,
      unitsSold: null,
      price: null,
      seasonality: null,
      demand: null,
      readAt: BEGIN,
    })
    // Without an ease it is the share of the searches found with it that have fewer products.
    expect(rows[19]?.competition).toBe(100)
    expect(rows[1]?.competition).toBe(5)
    expect(rows[3]?.quarterlyTrend).toBeNull()
    expect(new Set(rows.map(({ score }) => score)).size).toBeGreaterThan(5)
    expect((await market.countOpportunities([{ ...ALL, competition: { max: 50 } }]))[0]).toBeGreaterThan(0)
    // Unknown figures are outside every bound.
    expect(await market.countOpportunities([{ ...ALL, price: { min: 0 } }])).toEqual([0])
    expect(await market.categories('us')).toEqual(['Home & Kitchen'])
  })

  it('are not requested again within a day, by any server, and again after it', async () => {
    await createMarket().learn('us', 'kettle')
    await createMarket().learn('us', 'kettle')
    later(23 * HOUR_MS)
    await createMarket().learn('us', 'kettle')
    expect(vendor.questions).toHaveLength(1)
    later(2 * HOUR_MS)
    await createMarket().learn('us', 'kettle')
    await createMarket().learn('uk', 'kettle')
    await createMarket().learn('us', '')
    expect(vendor.questions).toHaveLength(3)
  })

  it('wanted by many people at once are requested once', async () => {
    const market = createMarket()
    await Promise.all(Array.from({ length: 20 }, () => market.learn('us', 'kettle')))
    expect(vendor.questions).toHaveLength(1)
  })
})

describe('the figures derived from a search', () => {
  it('come with the first view: season of two years, units and price of ten products, their ASINs', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    vendor.questions.length = 0
    await market.history('unitsSold', 'Kettle 2', 'us')
    const [row] = await market.opportunities({ ...ALL, include: ['kettle 2'] })
    // The products are B0STUB0000 to …0009; two of them have no units.
    const sold = [1, 2, 3, 4, 5, 6, 8, 9].map((at) => 1000 - at)
    expect(row).toMatchObject({
      unitsSold: Math.round(sold.reduce((sum, units) => sum + units, 0) / sold.length),
      price: 495.5,
      seasonality: 5,
      peakWeek: expect.any(Number),
      demand: expect.stringMatching(/^[2-9]{52}$/),
    })
    expect(row?.peakWeek).toBeGreaterThanOrEqual(22)
    expect(row?.peakWeek).toBeLessThanOrEqual(31)
    expect(row?.asins.slice(0, 3)).toEqual(['B0STUB0001', 'B0STUB0250', 'B0STUB0000'])
    expect(row?.asins).toHaveLength(10)
    expect(paths().slice(0, 4)).toEqual([
      'historical_search_volume',
      'historical_search_volume',
      'product_database_query',
      'share_of_voice',
    ])
  })

  it('are queried in ranges of at most 366 days that end before today', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    await market.history('unitsSold', 'kettle 2', 'us')
    const ranges = vendor.questions.flatMap(({ query }) =>
      query.start_date === undefined ? [] : [[query.start_date, query.end_date] as const],
    )
    expect(ranges).toContainEqual(['2025-11-20', '2026-11-19'])
    expect(ranges).toContainEqual(['2024-11-20', '2025-11-19'])
    for (const [from, to] of ranges) {
      expect((Date.parse(to ?? '') - Date.parse(from)) / DAY_MS).toBeLessThan(366)
      expect(to && to < '2026-11-20').toBe(true)
    }
  })

  it('mark the searches that name a leading brand', async () => {
    const market = createMarket()
    await market.learn('us', 'teapot')
    await market.history('price', 'kettleby teapot', 'us')
    await market.history('price', 'teapot 4', 'us')
    const left = await market.opportunities({ ...ALL, withoutTopBrands: true })
    expect(left.map(({ name }) => name)).toContain('teapot 4')
    expect(left.map(({ name }) => name)).not.toContain('Kettleby teapot')
    // A new page of searches does not say otherwise.
    later(25 * HOUR_MS)
    await market.learn('us', 'teapot')
    expect(await market.opportunities({ ...ALL, withoutTopBrands: true })).toHaveLength(left.length)
  })

  it('come by week: volumes as they are, a season as a year, sales of a family once', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    const volumes = await market.history('searchVolume', 'kettle 2', 'us')
    expect(volumes?.value.length).toBeGreaterThanOrEqual(102)
    expect(volumes?.value[0]?.date).toBe('2024-11-24')
    const season = await market.history('seasonality', 'kettle 2', 'us')
    expect(season?.value).toHaveLength(52)
    expect(season?.value.filter(({ value }) => value === 100).length).toBeGreaterThan(6)
    const units = await market.history('unitsSold', 'kettle 2', 'us')
    // Ten products, two of them of one family: nine times ten units on seven days, by nine; in the weeks of the volumes.
    expect(units?.value.at(-1)).toEqual({ date: '2026-11-08', value: 70 })
    const price = await market.history('price', 'kettle 2', 'us')
    expect(price?.value.at(-1)).toEqual({ date: '2026-11-08', value: 20 })
    expect(await market.history('price', 'never heard of', 'us')).toBeNull()
  })

  it('count a week that begins on a Sunday to the ISO week in which most of it lies', () => {
    const year = yearOfWeeks([
      { date: '2026-11-01', value: 10 },
      { date: '2026-11-08', value: 90 },
    ])
    expect(year.indexOf(90) + 1).toBe(46)
  })

  it('are recomputed each night for searches viewed in thirty days, and for nothing else', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    await market.history('price', 'kettle 2', 'us')
    vendor.questions.length = 0
    await market.refresh()
    expect(vendor.questions).toEqual([])
    later(25 * HOUR_MS)
    await market.refresh()
    expect(paths()).toEqual([
      'historical_search_volume',
      'historical_search_volume',
      'product_database_query',
      'share_of_voice',
    ])
    later(31 * DAY_MS)
    vendor.questions.length = 0
    await market.refresh()
    expect(vendor.questions).toEqual([])
  })
})

describe('products', () => {
  it('are paged by the vendor’s cursors; those rated below 4.5 are left out here, as it counts whole stars', async () => {
    const market = createMarket()
    const first = (await market.searchProducts(PRODUCTS)).value
    expect(first.products).toHaveLength(25)
    expect(first.products.every(({ rating }) => (rating ?? 0) >= 4.5)).toBe(true)
    expect(vendor.questions[0]?.body.data.attributes).toEqual({
      include_keywords: ['kettle'],
      exclude_unavailable_products: false,
      min_rating: 4,
      min_reviews: 100,
    })
    expect(vendor.questions[0]?.query.sort).toBe('-price')
    // 260 of which half is rated 4.5 and better: 130.
    const last = (await market.searchProducts({ ...PRODUCTS, page: 6 })).value
    expect(last).toMatchObject({ totalCount: 130, products: { length: 5 } })
    expect(vendor.questions.map(({ query }) => query['page[cursor]'])).toEqual([undefined, '100', '200'])
    // A page that was turned before costs nothing.
    await market.searchProducts({ ...PRODUCTS, page: 3 })
    expect(vendor.questions).toHaveLength(3)
    later(16 * 60_000)
    await market.searchProducts(PRODUCTS)
    expect(vendor.questions).toHaveLength(4)
  })

  it('on a page that is far away cost three calls at most', async () => {
    const far = await createMarket().searchProducts({ ...PRODUCTS, words: 'far', page: 1_000_000 })
    expect(far.value.products).toEqual([])
    expect(vendor.questions.length).toBeLessThanOrEqual(3)
  })

  it('with absurd figures have none, and the others stay', async () => {
    const market = createMarket()
    await market.learn('us', 'huge')
    expect(await market.countOpportunities([{ ...ALL, include: ['huge'] }])).toEqual([20])
  })

  it('that several people look for at once cost as much as for one', async () => {
    const market = createMarket()
    await Promise.all([1, 2, 3, 4, 5].map((page) => market.searchProducts({ ...PRODUCTS, page })))
    expect(vendor.questions).toHaveLength(3)
  })

  it('are known by their ASIN, without the marketplace before it', async () => {
    const market = createMarket()
    const { value } = await market.productsByAsin(['B0STUB0004', 'B0STUB0003', 'B0NOBODY00'], 'us')
    expect(value.map(({ asin }) => asin).sort()).toEqual(['B0STUB0003', 'B0STUB0004'])
    expect(value.find(({ asin }) => asin === 'B0STUB0003')).toMatchObject({
      name: 'Kettle No. 3',
      listedOn: '2024-03-01',
      isListingEstimated: true,
      price: 497,
      sellers: 3,
      revenue: 89_997,
    })
    await market.productsByAsin(['B0NOBODY00', 'B0STUB0003', 'B0STUB0004'], 'us')
    expect(vendor.questions).toHaveLength(1)
  })
})

describe('the cost', () => {
  it('is counted by day and month, and never goes above the day’s ceiling, also not after a restart', async () => {
    expect(await createMarket(3).usage()).toEqual({ today: 0, month: 0, ceiling: 3, cacheHours: 24 })
    await createMarket(3).learn('us', 'kettle')
    await createMarket(3).learn('us', 'teapot')
    await createMarket(3).learn('us', 'grinder')
    const refused = createMarket(3).learn('us', 'shovel')
    await expect(refused).rejects.toMatchObject({
      system: 'Jungle Scout',
      kind: 'payment_required',
      advice:
        'Our limit of 3 calls to Jungle Scout a day is used up until midnight (UTC). Known data stays available.',
    })
    expect(vendor.questions).toHaveLength(3)
    later(DAY_MS)
    await createMarket(3).learn('us', 'shovel')
    expect(await createMarket(3).usage()).toMatchObject({ today: 1, month: 4 })
    later(20 * DAY_MS)
    expect(await createMarket(3).usage()).toMatchObject({ today: 0, month: 0 })
  })

  it('is counted by the organisation’s days', async () => {
    await createMarket(1, 'Asia/Tokyo').learn('us', 'kettle')
    now = new Date('2026-11-20T15:30:00Z')
    await createMarket(1, 'Asia/Tokyo').learn('us', 'teapot')
    expect(await createMarket(1, 'Asia/Tokyo').usage()).toMatchObject({ today: 1, month: 2 })
  })

  it('of fifty servers that ask at once as many calls are made as are allowed', async () => {
    const asked = await Promise.allSettled(
      Array.from({ length: 50 }, (_, at) => createMarket(7).learn('us', `word ${at}`)),
    )
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(7)
    expect(vendor.questions).toHaveLength(7)
  })
})

const FAULTS: readonly (readonly [VendorFault, string])[] = [
  ['hang', 'timeout'],
  ['unauthorized', 'unauthorized'],
  ['spent', 'payment_required'],
  ['forbidden', 'forbidden'],
  ['throttled', 'rate_limited'],
  ['broken', 'unavailable'],
  ['cut', 'unavailable'],
  ['html', 'bad_response'],
  ['wrong', 'bad_response'],
  ['huge', 'bad_response'],
]

describe('a vendor that fails', () => {
  it.each(FAULTS)(
    'with “%s” is reported as %s, and known values stay with their date',
    async (fault, kind) => {
      const learned = createMarket()
      await learned.learn('us', 'kettle')
      const before = await learned.history('searchVolume', 'kettle 2', 'us')
      later(25 * HOUR_MS)
      vendor.fail(fault)
      const create = () => createMarket(1000, 'UTC', fault)
      const market = create()
      const after = await market.history('searchVolume', 'kettle 2', 'us')
      expect(after).toMatchObject({
        value: before?.value,
        asOf: BEGIN,
        failure: { system: 'Jungle Scout', kind },
      })
      await expect(market.learn('us', 'kettle')).rejects.toMatchObject({ system: 'Jungle Scout' })
      expect(await market.opportunities(ALL)).toHaveLength(20)
      await expect(create().learn('us', 'never asked')).rejects.toMatchObject({ kind })
      await expect(create().check()).rejects.toMatchObject({ system: 'Jungle Scout' })
    },
  )

  it('is left in peace by the night’s work', async () => {
    const market = createMarket()
    await market.learn('us', 'kettle')
    for (const name of ['kettle 2', 'kettle 3', 'kettle 4']) await market.history('price', name, 'us')
    later(25 * HOUR_MS)
    vendor.fail('spent')
    vendor.questions.length = 0
    // Cached answers are reused, so every row is refreshed; each part is requested at most once.
    await market.refresh()
    expect(vendor.questions.length).toBeLessThanOrEqual(12)
    expect((await market.opportunities({ ...ALL, include: ['kettle 2'] }))[0]?.seasonality).toBe(5)
  })

  it('and is mended answers', async () => {
    expect(await createMarket().check()).toMatchObject({ adapter: 'Jungle Scout', ok: true })
  })
})
