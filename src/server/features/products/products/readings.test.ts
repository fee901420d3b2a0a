import { setImmediate } from 'node:timers/promises'
import type { SQL } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Database } from '../../../db/connect.ts'
import { catalogReadings } from '../../../db/schema/catalog.ts'
import { createTestDatabase } from '../../../db/testing.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import type { CatalogAnswer, ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { until } from '../../../testing/until.ts'
import { createProductsService } from './service.ts'

const KETTLE = 'B0KETTLE01'
const OVEN = 'B0OVEN0001'
const GONE = 'B0GONE0001'

let database: Database
let now: Date
/** The questions that the catalogue was asked. */
let questions: string[][]
let answering: (asins: readonly string[]) => Promise<CatalogAnswer>

const item = (asin: string, price = 100) => ({
  asin,
  title: `The ${asin}`,
  stock: 'IN_STOCK' as const,
  price: { amount: price, display: `$${price}.00`, currency: 'USD' },
  savings: { amount: 20, percentage: 17 },
})
const sells = async (asins: readonly string[], price?: number): Promise<CatalogAnswer> => ({
  items: asins.filter((asin) => asin !== GONE).map((asin) => item(asin, price)),
  invalid: asins.filter((asin) => asin === GONE),
})
const isDown = async (): Promise<CatalogAnswer> => {
  throw new IntegrationError('down', { system: 'Shop', kind: 'unavailable', operation: 'read items' })
}
const catalog: ProductCatalog = {
  getItems(asins) {
    questions.push([...asins].sort())
    return answering(asins)
  },
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}
const create = () => createProductsService({ db: database.db, catalog, clock: () => now, log: { warn() {} } })
const advance = (milliseconds: number) => {
  now = new Date(now.getTime() + milliseconds)
}

beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())
beforeEach(async () => {
  await database.db.delete(catalogReadings)
  now = new Date('2026-11-20T12:00:00Z')
  questions = []
  answering = sells
})

describe('a reading of the catalogue', () => {
  it('serves an hour, and is read again afterwards [PREV-007]', async () => {
    const { readProducts } = create()
    const first = await readProducts([KETTLE])
    expect(first.get(KETTLE)).toEqual({
      asin: KETTLE,
      state: 'known',
      item: item(KETTLE),
      asOf: now,
      isStale: false,
    })
    advance(HOUR_MS - 1)
    await readProducts([KETTLE])
    expect(questions).toEqual([[KETTLE]])
    advance(1)
    answering = (asins) => sells(asins, 90)
    const later = await readProducts([KETTLE])
    expect(later.get(KETTLE)).toMatchObject({ item: { price: { amount: 90 } }, asOf: now, isStale: false })
    expect(questions).toEqual([[KETTLE], [KETTLE]])
  })

  it('asks once for all that is missing, and for nothing that is fresh', async () => {
    const { readProducts } = create()
    await readProducts([OVEN])
    const many = Array.from({ length: 25 }, (_, index) => `B0MANY${String(index).padStart(4, '0')}`)
    const readings = await readProducts([...many, OVEN, OVEN.toLowerCase(), ` ${KETTLE}`])
    expect(readings.size).toBe(27)
    expect([...readings.values()].every(({ state }) => state === 'known')).toBe(true)
    expect(questions).toEqual([[OVEN], [KETTLE, ...many].sort()])
  })

  it('is one call, for any number of people who open the page at once', async () => {
    const release = Promise.withResolvers<void>()
    answering = async (asins) => {
      await release.promise
      return sells(asins)
    }
    const { readProducts } = create()
    const reads = [[KETTLE], [OVEN], [KETTLE, OVEN], [KETTLE]].map((asins) => readProducts(asins))
    await until(() => questions.length > 0)
    release.resolve()
    const readings = await Promise.all(reads)
    expect(readings.map(({ size }) => size)).toEqual([1, 1, 2, 1])
    expect(readings.every((each) => [...each.values()].every(({ state }) => state === 'known'))).toBe(true)
    expect(questions.flat().sort()).toEqual([KETTLE, OVEN])
  })

  it('is not asked for again by a reader whose query began before the answer was stored', async () => {
    const { db } = database
    const queried = Promise.withResolvers<void>()
    const release = Promise.withResolvers<void>()
    let queries = 0
    // The first query returns what was stored when it began, but only once it is released.
    const select = () => ({
      from: (table: typeof catalogReadings) => ({
        async where(condition: SQL) {
          queries += 1
          const isFirst = queries === 1
          const rows = await db.select().from(table).where(condition)
          if (isFirst) queried.resolve()
          if (isFirst) await release.promise
          return rows
        },
      }),
    })
    const { readProducts } = createProductsService({
      db: new Proxy(db, { get: (target, name) => (name === 'select' ? select : Reflect.get(target, name)) }),
      catalog,
      clock: () => now,
      log: { warn() {} },
    })
    const late = readProducts([KETTLE])
    await queried.promise
    expect((await readProducts([KETTLE])).get(KETTLE)?.state).toBe('known')
    release.resolve()
    expect((await late).get(KETTLE)?.state).toBe('known')
    expect(questions).toEqual([[KETTLE]])
  })

  it('exists already when the page requests values that were prefetched', async () => {
    const { readAhead, readProducts } = create()
    readAhead([KETTLE, OVEN])
    await until(() => questions.length > 0)
    for (const asin of [KETTLE, OVEN]) expect((await readProducts([asin])).get(asin)?.state).toBe('known')
    expect(questions).toEqual([[KETTLE, OVEN]])
  })

  it('says of an ASIN that the marketplace does not know it, and does not ask about a malformed one', async () => {
    const { readProducts } = create()
    const readings = await readProducts([GONE, 'too short', 'B0-BAD/../X'])
    expect(readings.get(GONE)).toEqual({ asin: GONE, state: 'invalid', asOf: now, isStale: false })
    expect(readings.get('TOO SHORT')).toMatchObject({ state: 'invalid', asOf: null })
    expect(questions).toEqual([[GONE]])
  })
})

describe('an unreachable catalogue', () => {
  it('leaves known values, dated, and never turns them into out of stock [R8]', async () => {
    const { readProducts } = create()
    await readProducts([KETTLE])
    const readAt = now
    advance(2 * HOUR_MS)
    answering = isDown
    const reading = (await readProducts([KETTLE])).get(KETTLE)
    expect(reading).toEqual({
      asin: KETTLE,
      state: 'known',
      item: item(KETTLE),
      asOf: readAt,
      isStale: true,
    })
  })

  it('has nothing to say of a product that was never read', async () => {
    answering = isDown
    const { readProducts } = create()
    const readings = await readProducts([KETTLE])
    expect(readings.get(KETTLE)).toEqual({ asin: KETTLE, state: 'unknown', asOf: null, isStale: true })
  })

  it('is not called again for half a minute, and is trusted as soon as it answers', async () => {
    const { readProducts } = create()
    answering = isDown
    await readProducts([KETTLE])
    advance(29_000)
    await readProducts([KETTLE])
    expect(questions).toHaveLength(1)
    advance(1000)
    answering = sells
    expect((await readProducts([KETTLE])).get(KETTLE)).toMatchObject({ state: 'known', isStale: false })
  })

  it('does not show a price that is older than a day, but the rest', async () => {
    const { readProducts } = create()
    const { price, savings, ...rest } = item(KETTLE)
    const other = { stock: 'IN_STOCK' as const, availability: 'In Stock' }
    const dear = { ...other, price, savings }
    answering = async () => ({ items: [{ ...item(KETTLE), otherOffers: [dear] }], invalid: [] })
    await readProducts([KETTLE])
    const readAt = now
    answering = isDown
    advance(24 * HOUR_MS)
    expect((await readProducts([KETTLE])).get(KETTLE)).toEqual({
      asin: KETTLE,
      state: 'known',
      item: { ...rest, otherOffers: [other] },
      asOf: readAt,
      isStale: true,
    })
  })

  it('keeps nobody waiting for more than three seconds, and its late answer serves the next reader [R8]', async () => {
    const release = Promise.withResolvers<void>()
    answering = async (asins) => {
      await release.promise
      return sells(asins)
    }
    const { readProducts } = create()
    // Waiting for the answer here would deadlock, because it is released afterwards.
    const early = await readProducts([KETTLE])
    expect(early.get(KETTLE)).toMatchObject({ state: 'unknown' })
    release.resolve()
    expect((await readProducts([KETTLE])).get(KETTLE)).toMatchObject({ state: 'known' })
    expect(questions).toEqual([[KETTLE]])
  })

  it('is called once by readers who come while its answer is being written', async () => {
    for (let turns = 0; turns < 40; turns++) {
      await database.db.delete(catalogReadings)
      questions = []
      const [asked, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      answering = async (asins) => {
        asked.resolve()
        await release.promise
        return sells(asins)
      }
      const { readProducts } = create()
      const first = readProducts([KETTLE])
      await asked.promise
      release.resolve()
      for (let turn = 0; turn < turns; turn++) await setImmediate()
      expect((await readProducts([KETTLE])).get(KETTLE), `after ${turns} turns`).toMatchObject({
        state: 'known',
      })
      await first
      expect(questions, `after ${turns} turns`).toEqual([[KETTLE]])
    }
  })

  it('that leaves a product out of its answer has not answered for it', async () => {
    answering = async (asins) => sells(asins.filter((asin) => asin !== KETTLE))
    const { readProducts } = create()
    const readings = await readProducts([KETTLE, OVEN])
    expect(readings.get(KETTLE)).toMatchObject({ state: 'unknown', asOf: null })
    expect(readings.get(OVEN)).toMatchObject({ state: 'known' })
  })
})

describe('a search of the catalogue', () => {
  const HUMIDIFIER = 'humidifier'
  const searched: ProductCatalog = {
    ...catalog,
    search: async (words) => {
      questions.push([words])
      return [item(KETTLE), item(OVEN), item(KETTLE)]
    },
  }
  const createWith = (given: ProductCatalog) =>
    createProductsService({ db: database.db, catalog: given, clock: () => now, log: { warn() {} } })

  it('by words is the marketplace’s, each product once, and its result is cached [U6]', async () => {
    const { searchProducts, readProducts } = createWith(searched)
    const { readings, isByName } = await searchProducts(HUMIDIFIER)
    expect([isByName, readings.map(({ asin }) => asin)]).toEqual([true, [KETTLE, OVEN]])
    expect(readings[0]).toMatchObject({ state: 'known', isStale: false, item: { price: { amount: 100 } } })
    expect((await readProducts([KETTLE, OVEN])).get(OVEN)?.state).toBe('known')
    expect(questions).toEqual([[HUMIDIFIER]])
  })

  it('by an ASIN or the address of a page is a look-up of that product [U6]', async () => {
    const { searchProducts } = createWith(searched)
    for (const words of [KETTLE, ' b0kettle01 ', `https://www.amazon.com/Kettle/dp/${KETTLE}/ref=x?th=1`]) {
      const { readings } = await searchProducts(words)
      expect(readings).toMatchObject([{ asin: KETTLE, state: 'known' }])
    }
    expect(questions).toEqual([[KETTLE]])
  })

  it('says where the marketplace cannot be searched by name, and finds by ASIN there all the same [U6]', async () => {
    const { searchProducts } = create()
    expect(await searchProducts(HUMIDIFIER)).toEqual({ readings: [], isByName: false })
    expect((await searchProducts(OVEN)).readings).toMatchObject([{ asin: OVEN }])
    expect(await searchProducts('')).toEqual({ readings: [], isByName: false })
  })

  it('that fails is reported as the vendor’s failure, and is not stored', async () => {
    const { searchProducts } = createWith({
      ...catalog,
      search: () =>
        Promise.reject(
          new IntegrationError('down', { system: 'Shop', kind: 'unavailable', operation: 'search items' }),
        ),
    })
    await expect(searchProducts(HUMIDIFIER)).rejects.toBeInstanceOf(IntegrationError)
    expect(await database.db.select().from(catalogReadings)).toEqual([])
  })
})
