import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Database } from '../../db/connect.ts'
import { createTestDatabase } from '../../db/testing.ts'
import { type CreatorsApi, startCreatorsApi } from '../../testing/creators-api.ts'
import { createAmazonCatalog } from './amazon-creators.ts'
import { createBuiltInCatalog } from './built-in.ts'
import { insertGoods } from './goods-store.ts'
import type { ProductCatalog } from './port.ts'

/** A product that both catalogues are given, each in its own words. */
interface Sold {
  asin: string
  title: string
  isAvailable: boolean
}

const asinOf = (index: number) => `B0SOLD${String(index).padStart(4, '0')}`
const SOLD: Sold[] = Array.from({ length: 37 }, (_, index) => ({
  asin: asinOf(index),
  title: `Kettleby Heron No. ${index}`,
  isAvailable: index % 5 !== 0,
}))
const UNSOLD = 'B0UNSOLD00'

let database: Database
let api: CreatorsApi
beforeAll(async () => {
  database = await createTestDatabase()
  await insertGoods(
    database.db,
    SOLD.map(({ asin, title, isAvailable }) => ({
      asin,
      title,
      brand: 'Kettleby',
      categories: ['Home & Kitchen', 'Kettles'],
      features: ['Pours slowly'],
      info: { Color: 'Teal' },
      imageUrl: '/catalog/kettle-teal-0.jpg',
      listPrice: 4999,
      outOfStockDays: isAvailable ? 0 : 100,
      rating: 44,
      reviewCount: 120,
    })),
  )
  api = await startCreatorsApi()
  api.sell(
    SOLD.map(({ asin, title, isAvailable }) => ({
      asin,
      images: { primary: { large: { url: 'https://pictures.example/kettle.jpg', width: 500, height: 500 } } },
      itemInfo: {
        title: { displayValue: title },
        byLineInfo: { brand: { displayValue: 'Kettleby', label: 'Brand' } },
        features: { displayValues: ['Pours slowly'] },
        productInfo: { color: { displayValue: 'Teal', label: 'Color' } },
      },
      browseNodeInfo: {
        browseNodes: [{ displayName: 'Kettles', ancestor: { displayName: 'Home & Kitchen' } }],
      },
      customerReviews: { count: 120, starRating: { value: 4.4 } },
      offersV2: {
        listings: isAvailable
          ? [
              {
                isBuyBoxWinner: true,
                availability: { type: 'IN_STOCK', message: 'In Stock' },
                price: { money: { amount: 49.99, currency: 'USD', displayAmount: '$49.99' } },
              },
            ]
          : [],
      },
    })),
  )
})
afterAll(async () => {
  await api.close()
  await database.close()
})

const adapters: [name: string, create: () => ProductCatalog][] = [
  [
    'built-in',
    () => createBuiltInCatalog({ db: database.db, clock: () => new Date('2026-11-20T12:00:00Z') }),
  ],
  [
    'Amazon',
    () =>
      createAmazonCatalog({
        account: {
          credentialId: 'id',
          secret: 'secret',
          version: '3.1',
          partnerTag: 'desk-20',
          marketplace: 'www.amazon.com',
          baseUrl: api.url,
          tokenUrl: `${api.url}/token`,
        },
        betweenRequestsMs: 0,
      }),
  ],
]

describe.each(adapters)('the %s catalogue', (_name, create) => {
  it('returns any number of products, each once', async () => {
    const asins = SOLD.map(({ asin }) => asin)
    const { items, invalid } = await create().getItems([...asins, ...asins.slice(0, 3)])
    expect(invalid).toEqual([])
    expect(items.map(({ asin }) => asin).sort()).toEqual(asins)
    for (const { asin, title } of SOLD) expect(items.find((item) => item.asin === asin)?.title).toBe(title)
  })

  it('gives brand, picture, categories, features, details and rating in our words', async () => {
    const { items } = await create().getItems([asinOf(1)])
    expect(items).toMatchObject([
      {
        brand: 'Kettleby',
        imageUrl: expect.stringMatching(/^(https:\/\/pictures\.example|\/catalog)\/kettle/),
        categories: ['Home & Kitchen', 'Kettles'],
        features: ['Pours slowly'],
        info: { Color: 'Teal' },
        rating: { stars: 4.4, count: 120 },
      },
    ])
  })

  it('gives the price of an available product, and none for a sold-out one', async () => {
    const { items } = await create().getItems([asinOf(1), asinOf(5)])
    const [available, soldOut] = items.sort((left, right) => (left.asin < right.asin ? -1 : 1))
    expect(available).toMatchObject({ stock: 'IN_STOCK', price: { currency: 'USD' } })
    expect(available?.price?.amount).toBeGreaterThan(20)
    expect(available?.price?.display).toBe(`$${available?.price?.amount.toFixed(2)}`)
    expect(soldOut).toMatchObject({ stock: 'OUT_OF_STOCK' })
    expect(soldOut).not.toHaveProperty('price')
  })

  it('leaves out unknown fields, instead of an empty value', async () => {
    const { items } = await create().getItems(SOLD.map(({ asin }) => asin))
    for (const item of items) {
      expect(Object.entries(item).filter(([, value]) => value === undefined || value === null)).toEqual([])
    }
  })

  it('lists unsold and invalid ASINs, beside the known ones', async () => {
    const { items, invalid } = await create().getItems([UNSOLD, asinOf(2), 'nonsense', '../etc/pw'])
    expect(items.map(({ asin }) => asin)).toEqual([asinOf(2)])
    expect(invalid.sort()).toEqual(['../etc/pw', UNSOLD, 'nonsense'])
  })

  it('returns nothing for an empty call, and works', async () => {
    const catalog = create()
    expect(await catalog.getItems([])).toEqual({ items: [], invalid: [] })
    expect(await catalog.check()).toMatchObject({ ok: true })
  })

  it('is searched by words of a name, in any order and half typed, and finds a list’s worth [U6]', async () => {
    const catalog = create()
    const titles = async (words: string) => (await catalog.search?.(words))?.map(({ title }) => title)
    expect(await titles('heron 17')).toEqual(['Kettleby Heron No. 17'])
    expect(await titles('hero kettl 17')).toEqual(['Kettleby Heron No. 17'])
    expect(await titles('kettleby')).toHaveLength(10)
    expect(await titles('toaster')).toEqual([])
    expect(await titles('100% (heron) [a-z]+ \\')).toEqual([])
    const [item] = (await catalog.search?.('heron 17')) ?? []
    expect(item).toEqual((await catalog.getItems([asinOf(17)])).items[0])
  })
})
