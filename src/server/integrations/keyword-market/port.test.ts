import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { isOurs } from '../../features/keywords/opportunities/queries.ts'
import { sampleGoods } from '../../sample/goods.ts'
import { insertMarket } from '../../sample/market.ts'
import { insertGoods } from '../product-catalog/goods-store.ts'
import { createBuiltInMarket } from './built-in.ts'
import type { KeywordMarket, MarketKeyword, MarketQuestion, ProductQuestion } from './port.ts'

const NOW = new Date('2026-11-20T12:00:00Z')

let database: Database
beforeAll(async () => {
  database = await createTestDatabase()
  await insertMarket(database.db, NOW, ['us', 'de'])
  await insertGoods(database.db, sampleGoods())
})
afterAll(() => database.close())

const adapters: [name: string, create: () => KeywordMarket][] = [
  ['built-in', () => createBuiltInMarket({ db: database.db, clock: () => NOW, isOurs })],
]

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
  sort: 'score',
  order: 'desc',
  firstPeak: 1,
  limit: 5000,
  offset: 0,
}

const PRODUCTS: ProductQuestion = {
  country: 'us',
  words: '',
  ratingMin: 4.5,
  reviewsMin: 100,
  showUnavailable: true,
  sort: 'price',
  order: 'desc',
  page: 1,
  perPage: 100,
}

/** What each bound keeps, as the answered rows themselves say it. */
const BOUNDS = {
  competition: (row: MarketKeyword) => row.competition,
  seasonality: (row: MarketKeyword) => row.seasonality,
  price: (row: MarketKeyword) => row.price,
  unitsSold: (row: MarketKeyword) => row.unitsSold,
  volume: (row: MarketKeyword) => row.volume,
  monthlyTrend: (row: MarketKeyword) => row.monthlyTrend,
  score: (row: MarketKeyword) => row.score,
} as const
const BOUND_NAMES = Object.keys(BOUNDS) as (keyof typeof BOUNDS)[]

describe.each(adapters)('the %s market', (_name, create) => {
  const ask = async (question: Partial<MarketQuestion>) => create().opportunities({ ...ALL, ...question })
  const countEach = (questions: readonly Partial<MarketQuestion>[]) =>
    create().countOpportunities(questions.map((question) => ({ ...ALL, ...question })))
  const count = async (question: Partial<MarketQuestion>) => (await countEach([question]))[0]

  it('counts the matches of several filters like those of each alone', async () => {
    const filters = [
      { score: { min: 50 } },
      { price: { min: 1_000_000 } },
      { withoutTopBrands: true },
      { withoutOurs: true, score: { min: 20 } },
      {},
    ]
    const alone = []
    for (const filter of filters) alone.push(await count(filter))
    expect(await countEach(filters)).toEqual(alone)
    expect(new Set(alone).size).toBe(5)
    expect(await countEach([])).toEqual([])
  })

  it('has searches with every figure that filters use', async () => {
    const rows = await ask({})
    expect(rows.length).toBeGreaterThan(2000)
    expect(await count({})).toBe(rows.length)
    for (const row of rows) {
      expect(row.volume).toBeGreaterThan(0)
      expect(row.competition).toBeGreaterThanOrEqual(0)
      expect(row.competition).toBeLessThanOrEqual(100)
      expect(row.seasonality).toBeGreaterThanOrEqual(1)
      expect(row.seasonality).toBeLessThanOrEqual(5)
      expect(row.peakWeek).toBeGreaterThanOrEqual(1)
      expect(row.peakWeek).toBeLessThanOrEqual(52)
      expect(row.demand).toMatch(/^\d{52}$/)
      expect(row.category).not.toBe('')
    }
  })

  it.each(BOUND_NAMES)('keeps exactly the rows within the bounds of %s, both included', async (name) => {
    const rows = await ask({})
    const numberOf = BOUNDS[name]
    const values = rows
      .map(numberOf)
      .filter((value) => value !== null)
      .sort((one, other) => one - other)
    const min = values[Math.floor(values.length / 4)] ?? 0
    const max = values[Math.floor(values.length / 2)] ?? 0
    const isWithin = (value: number | null) => value !== null && value >= min && value <= max
    const found = await ask({ [name]: { min, max } })
    expect(found.every((row) => isWithin(numberOf(row)))).toBe(true)
    // A trend is kept with fewer digits than it is compared with.
    expect(Math.abs(found.length - values.filter(isWithin).length)).toBeLessThanOrEqual(
      name === 'monthlyTrend' ? 3 : 0,
    )
    expect(await count({ [name]: { min, max } })).toBe(found.length)
  })

  it('takes a displayed price for a bound, and rounds a fractional bound inwards', async () => {
    const prices = (await ask({})).flatMap(({ price }) => price ?? [])
    // As numbers are kept, a hundred times that is a little more.
    const odd = prices.find((price) => price * 100 > Math.round(price * 100)) ?? 0
    expect(odd).toBeGreaterThan(0)
    const same = await ask({ price: { min: odd, max: odd } })
    expect(same).toHaveLength(prices.filter((price) => price === odd).length)
    const scores = await ask({ score: { min: 50.5, max: 52.5 } })
    expect(new Set(scores.map(({ score }) => score))).toEqual(new Set([51, 52]))
  })

  it('keeps the requested words and categories, and leaves out the excluded ones', async () => {
    const kettles = await ask({ include: ['kettle'] })
    expect(kettles.length).toBeGreaterThan(10)
    expect(kettles.every(({ identity }) => identity.includes('kettle'))).toBe(true)
    const both = await ask({ include: ['kettle', 'for tea'] })
    expect(both.length).toBeGreaterThan(0)
    expect(both.every(({ identity }) => identity.includes('kettle') && identity.includes('for tea'))).toBe(
      true,
    )
    const without = await ask({ include: ['kettle'], exclude: ['gooseneck', 'electric'] })
    expect(without.map(({ identity }) => identity)).toEqual(
      kettles.map(({ identity }) => identity).filter((words) => !/gooseneck|electric/.test(words)),
    )
    expect(await ask({ include: ['%'] })).toEqual([])
    expect(await ask({ include: ['_ettle'] })).toEqual([])
    const categories = await create().categories('us')
    expect(categories).toEqual([...new Set((await ask({})).map(({ category }) => category))].sort())
    const [first = '', second = ''] = categories
    const some = await ask({ categories: [first, second] })
    expect(new Set(some.map(({ category }) => category))).toEqual(new Set([first, second]))
  })

  it('leaves out leading brands, and keywords on our own list by their identity', async () => {
    const [first, second] = await ask({ withoutTopBrands: true })
    expect((await ask({})).length).toBeGreaterThan((await ask({ withoutTopBrands: true })).length)
    await database.db.insert(keywords).values({
      keyword: first?.name.toUpperCase() ?? '',
      identity: first?.identity ?? '',
    })
    const left = await ask({ withoutTopBrands: true, withoutOurs: true })
    expect(left[0]?.identity).toBe(second?.identity)
    expect(await count({ withoutTopBrands: true, withoutOurs: true })).toBe(left.length)
    await database.db.delete(keywords)
  })

  it('answers page by page in one order, without a gap and without a repetition', async () => {
    for (const sort of ['score', 'volume', 'price', 'name'] as const) {
      for (const order of ['asc', 'desc'] as const) {
        const whole = await ask({ sort, order, limit: 300 })
        const pages = await Promise.all(
          [0, 1, 2].map((page) => ask({ sort, order, limit: 100, offset: page * 100 })),
        )
        expect(pages.flat().map(({ identity }) => identity)).toEqual(whole.map(({ identity }) => identity))
      }
    }
    const all = await ask({ sort: 'peak', order: 'asc', firstPeak: 45 })
    const pages = await Promise.all(
      [0, 1].map((page) =>
        ask({ sort: 'peak', order: 'asc', firstPeak: 45, limit: 100, offset: page * 100 }),
      ),
    )
    expect(pages.flat()).toEqual(all.slice(0, 200))
    const volumes = (await ask({ sort: 'volume', order: 'asc', limit: 50 })).map(({ volume }) => volume)
    expect(volumes).toEqual(volumes.toSorted((one, other) => one - other))
  })

  it('begins the order by peaks with a week, goes around the year, and puts rows without a season last', async () => {
    const rows = await ask({ sort: 'peak', order: 'asc', firstPeak: 45 })
    const seasonal = rows.filter(({ seasonality }) => (seasonality ?? 0) >= 3)
    expect(seasonal.length).toBeGreaterThan(100)
    expect(rows.slice(0, seasonal.length)).toEqual(seasonal)
    const places = seasonal.map(({ peakWeek }) => ((peakWeek ?? 0) + 52 - 45) % 52)
    expect(places).toEqual(places.toSorted((one, other) => one - other))
    expect(new Set(seasonal.map(({ peakWeek }) => (peakWeek ?? 0) < 45))).toEqual(new Set([true, false]))
    const down = await ask({ sort: 'peak', order: 'desc', firstPeak: 45 })
    expect(down[0]?.peakWeek).toBe(seasonal.at(-1)?.peakWeek)
    expect(down.at(-1)?.seasonality).toBeLessThan(3)
  })

  it('keeps countries apart', async () => {
    const [us, de] = [
      await ask({ include: ['snow shovel'] }),
      await ask({ country: 'de', include: ['snow shovel'] }),
    ]
    expect(de.map(({ identity }) => identity).sort()).toEqual(us.map(({ identity }) => identity).sort())
    expect(de.map(({ volume }) => volume)).not.toEqual(us.map(({ volume }) => volume))
    expect(await count({ country: 'jp' })).toBe(0)
  })

  it('gives the distribution of its keywords over the filters’ ranges', async () => {
    const { count: all, spreads } = await create().overview('us')
    expect(all).toBe(await count({}))
    for (const [name, { least, most, counts }] of Object.entries(spreads)) {
      expect(counts, name).toHaveLength(24)
      expect(
        counts.reduce((sum, each) => sum + each, 0),
        name,
      ).toBe(all)
      expect(least, name).toBeLessThan(most)
    }
    const prices = (await ask({ sort: 'price', order: 'asc' })).map(({ price }) => price ?? 0)
    expect(spreads.price.least).toBeCloseTo(prices[0] ?? 0, 1)
    expect(spreads.price.most).toBeCloseTo(prices.at(-1) ?? 0, 1)
    expect((await create().overview('jp')).count).toBe(0)
  })

  it('returns two years of whole weeks for a keyword, which agree with its row', async () => {
    const [row] = await ask({ include: ['snow shovel'], sort: 'volume', limit: 1 })
    const of = async (kind: Parameters<KeywordMarket['history']>[0]) =>
      (await create().history(kind, row?.name.toUpperCase() ?? '', 'us'))?.value ?? []
    for (const kind of ['searchVolume', 'unitsSold', 'price'] as const) {
      const weeks = await of(kind)
      expect(weeks).toHaveLength(104)
      expect(weeks.at(-1)?.date).toBe('2026-11-09')
      expect(weeks.every(({ value }) => value >= 0)).toBe(true)
    }
    const month = (await of('searchVolume')).slice(-4).reduce((sum, { value }) => sum + value, 0)
    expect(Math.abs((month / 4) * 4.345 - (row?.volume ?? 0))).toBeLessThan(20)
    expect((await of('price')).at(-1)?.value).toBe(row?.price)
    const season = await of('seasonality')
    expect(season).toHaveLength(52)
    expect(season.findIndex(({ value }) => value === 100) + 1).toBe(row?.peakWeek)
    expect(await create().history('price', 'no such search', 'us')).toBeNull()
  })

  it('returns products by their ASIN, and only those that it knows', async () => {
    const [row] = await ask({ limit: 1 })
    const { value } = await create().productsByAsin([...(row?.asins ?? []), 'B0NOBODY00'], 'us')
    expect(value.map(({ asin }) => asin).sort()).toEqual([...(row?.asins ?? [])].sort())
    for (const product of value) {
      expect(product).toMatchObject({ name: expect.stringMatching(/./), price: expect.any(Number) })
      expect(product.listedOn).toMatch(/^20\d\d-\d\d-\d\d$/)
    }
    expect((await create().productsByAsin([], 'us')).value).toEqual([])
  })

  it('searches products that people praise, by words, in any order, page by page', async () => {
    const search = async (question: Partial<ProductQuestion>) =>
      (await create().searchProducts({ ...PRODUCTS, ...question })).value
    const all = await search({})
    expect(all.totalCount).toBeGreaterThan(100)
    for (const { rating, reviews } of all.products) {
      expect(rating).toBeGreaterThanOrEqual(4.5)
      expect(reviews).toBeGreaterThanOrEqual(100)
    }
    const prices = all.products.map(({ price }) => price ?? 0)
    expect(prices).toEqual(prices.toSorted((one, other) => other - one))
    const second = await search({ page: 2, perPage: 25 })
    expect(second.products).toEqual(all.products.slice(25, 50))
    expect(second.totalCount).toBe(all.totalCount)
    const available = await search({ showUnavailable: false })
    expect(available.totalCount).toBeLessThan(all.totalCount)
    expect(available.products.every(({ isAvailable }) => isAvailable !== false)).toBe(true)
    const [first] = all.products
    const named = await search({ words: ` ${first?.brand?.toUpperCase()} ${first?.name.split(' ')[1]} ` })
    expect(named.products.map(({ asin }) => asin)).toContain(first?.asin)
    expect((await search({ words: 'no such thing' })).totalCount).toBe(0)
    const cheapest = await search({ sort: 'estimatedSales', order: 'asc' })
    const sales = cheapest.products.flatMap(({ sales }) => sales ?? [])
    expect(sales).toEqual(sales.toSorted((one, other) => one - other))
  })

  it('works, and knows the cost of a call', async () => {
    const { ok, detail } = await create().check()
    expect(ok).toBe(true)
    expect(detail).toMatch(/^\d+,\d{3} invented searches, \d{3} invented products$/)
    expect(await create().usage()).toBeNull()
    await create().learn('us', 'kettle')
  })
})

it('the invented market moves on with the weeks, and agrees with its charts when it has', async () => {
  const { db, close } = await createTestDatabase()
  await insertMarket(db, NOW, ['us'])
  let now = NOW
  const market = createBuiltInMarket({ db, clock: () => now, isOurs })
  const rowOf = async () =>
    (await market.opportunities({ ...ALL, include: ['snow shovel'], sort: 'name' }))[0]
  const before = await rowOf()
  await market.refresh()
  expect(await rowOf()).toEqual(before)
  now = new Date('2027-01-18T12:00:00Z')
  await market.refresh()
  const after = await rowOf()
  expect(after?.volume).not.toBe(before?.volume)
  expect(after?.readAt).toEqual(now)
  expect(after?.asins).toEqual(before?.asins)
  const weeks = (await market.history('searchVolume', after?.name ?? '', 'us'))?.value ?? []
  expect(weeks.at(-1)?.date).toBe('2027-01-11')
  const month = weeks.slice(-4).reduce((sum, { value }) => sum + value, 0)
  expect(Math.abs((month / 4) * 4.345 - (after?.volume ?? 0))).toBeLessThan(20)
  await close()
})
