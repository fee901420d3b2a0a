import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ProductPreview } from '#shared/features/articles/preview/contract.ts'
import { insertGoods } from '../../../integrations/product-catalog/goods-store.ts'
import type { CatalogItem } from '../../../integrations/product-catalog/port.ts'
import { sampleGoods } from '../../../sample/goods.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { cpuTimeOf } from '../../../testing/cpu-time.ts'
import { type CreatorsApi, startCreatorsApi } from '../../../testing/creators-api.ts'
import { WHOLE_ITEM } from '../../../testing/creators-items.ts'
import { presentCard, presentReading } from './present.ts'
import type { ProductReading } from './service.ts'

const asOf = new Date('2026-11-20T12:00:00Z')
const whole: CatalogItem = {
  asin: 'B0WHOLE001',
  title: 'Tarnwick Slowpour 0.9 L',
  brand: 'Tarnwick',
  imageUrl: '/catalog/kettle-teal-1.jpg',
  price: { amount: 79.99, display: '$79.99', currency: 'USD' },
  savings: { amount: 20, percentage: 20 },
  stock: 'IN_STOCK',
  availability: 'In Stock',
  isPrime: true,
  isFreeShipping: false,
  merchant: { name: 'Harbor & Hill', feedbackRating: 4.6, feedbackCount: 1834 },
}
const known = (item: CatalogItem): ProductReading => ({
  asin: item.asin,
  state: 'known',
  item,
  asOf,
  isStale: false,
})

describe('a product as the preview reads it', () => {
  it('has picture, title, brand, price, saving, delivery and seller where the marketplace has them [PREV-018]', () => {
    expect(presentReading(known(whole))).toEqual({
      asin: 'B0WHOLE001',
      Images: { Primary: { Large: { URL: '/catalog/kettle-teal-1.jpg' } } },
      ItemInfo: {
        Title: { DisplayValue: 'Tarnwick Slowpour 0.9 L' },
        ByLineInfo: { Brand: { DisplayValue: 'Tarnwick' } },
      },
      Offers: {
        Listings: [
          {
            Price: {
              DisplayAmount: '$79.99',
              Amount: 79.99,
              currency: 'USD',
              Savings: { Amount: 20, percentage: 20 },
            },
            DeliveryInfo: { IsFreeShippingEligible: false, IsPrimeEligible: true },
            MerchantInfo: { name: 'Harbor & Hill', FeedbackRating: 4.6, FeedbackCount: 1834 },
          },
        ],
      },
      inStock: 'IN_STOCK',
      as_of: '2026-11-20T12:00:00.000Z',
      is_stale: false,
    })
  })

  it('lacks the values that the marketplace does not give, at every depth [PREV-018]', () => {
    const { asin, title } = whole
    expect(presentReading(known({ asin, title, stock: 'OUT_OF_STOCK' }))).toEqual({
      asin,
      ItemInfo: { Title: { DisplayValue: title } },
      inStock: 'OUT_OF_STOCK',
      as_of: '2026-11-20T12:00:00.000Z',
      is_stale: false,
    })
  })

  it('is invalid where the marketplace has no such product, and says nothing of one that was never read', () => {
    expect(presentReading({ asin: 'B0GONE0001', state: 'invalid', asOf, isStale: false })).toMatchObject({
      inStock: 'INVALID_ASIN',
    })
    const unknown: ProductReading = { asin: 'B0NEVER001', state: 'unknown', asOf: null, isStale: true }
    expect(presentReading(unknown)).toEqual({ asin: 'B0NEVER001', as_of: null, is_stale: true })
    expect(presentCard(unknown)).toEqual({ asin: 'B0NEVER001', as_of: null, is_stale: true })
  })
})

describe('with the built-in catalogue', () => {
  let api: Api
  let writer: Client
  const goods = sampleGoods()
  const asins = goods.slice(0, 20).map(({ asin }) => asin)
  beforeAll(async () => {
    api = await startApi()
    await insertGoods(api.database.db, goods)
    writer = await api.as('opm')
  })
  afterAll(() => api.close())

  it('a product is answered as a list with one entry [PREV-021] [PREV-022] [PREV-023]', async () => {
    const { status, body } = await writer.get(`/api/preview/product/${asins[0]?.toLowerCase()}`)
    expect(status).toBe(200)
    expect(body).toHaveLength(1)
    expect(ProductPreview.parse(body.at(-1))).toMatchObject({
      asin: asins[0],
      ItemInfo: { Title: { DisplayValue: goods[0]?.title } },
      is_stale: false,
    })
  })

  it('a malformed ASIN is refused, and an unsold ASIN is invalid [T13]', async () => {
    for (const path of ['B0SHORT', 'B0%2F..%2F..%2FX', 'B0TOOLONG000', 'B0LINE%0A001']) {
      expect((await writer.get(`/api/preview/product/${path}`)).status, path).toBe(400)
    }
    const { body } = await writer.get('/api/preview/product/B0NOBODY00')
    expect(body).toMatchObject([{ asin: 'B0NOBODY00', inStock: 'INVALID_ASIN' }])
  })

  it('the article dialog reads several products at once, in its own order', async () => {
    const wanted = [asins[3], 'B0NOBODY00', 'half', asins[1]]
    const query = wanted.map((asin, index) => `asins[${index}]=${asin}`).join('&')
    const { status, body } = await writer.get(`/api/products/preview?${query}`)
    expect(status).toBe(200)
    expect(body).toMatchObject([
      { asin: asins[3], name: goods[3]?.title, as_of: expect.any(String), is_stale: false },
      { asin: 'B0NOBODY00', stock: 'INVALID_ASIN' },
      { asin: 'HALF', stock: 'INVALID_ASIN', as_of: null },
      { asin: asins[1], name: goods[1]?.title },
    ])
    expect((await writer.get(`/api/products/preview?asins=${asins[1]}&asins=${asins[3]}`)).body).toHaveLength(
      2,
    )
    expect((await writer.get('/api/products/preview')).body).toEqual([])
    expect((await (await api.as('wrt')).get(`/api/products/preview?${query}`)).status).toBe(403)
  })

  it('twenty products of a page come from a warm cache within a second [PREV-007]', async () => {
    const readAll = () => Promise.all(asins.map((asin) => writer.get(`/api/preview/product/${asin}`)))
    await readAll()
    let answers: Awaited<ReturnType<typeof readAll>> = []
    const time = await cpuTimeOf(async () => {
      answers = await readAll()
    })
    expect(time).toBeLessThan(1000)
    expect(answers.map(({ status }) => status)).toEqual(asins.map(() => 200))
    expect(answers.map(({ body }) => body[0].ItemInfo.Title.DisplayValue)).toEqual(
      goods.slice(0, 20).map(({ title }) => title),
    )
  })

  it('pictures are drawn when they are looked at, and only those that exist', async () => {
    const shown = await api.app.server.inject('/catalog/kettle-teal-1.jpg')
    expect(shown.headers).toMatchObject({ 'content-type': 'image/jpeg', 'x-content-type-options': 'nosniff' })
    expect(shown.rawPayload.subarray(0, 3)).toEqual(Buffer.from([0xff, 0xd8, 0xff]))
    for (const name of [
      'kettle-teal-9.jpg',
      'constructor-teal-1.jpg',
      'kettle-toString-1.jpg',
      '..%2Fx.jpg',
    ]) {
      expect((await api.app.server.inject(`/catalog/${name}`)).statusCode, name).toBe(404)
    }
  })
})

describe('with Amazon', () => {
  let vendor: CreatorsApi
  let api: Api
  let writer: Client
  const { asin } = WHOLE_ITEM
  const read = async (wanted: string = asin) => {
    const { status, body } = await writer.get(`/api/preview/product/${wanted}`)
    expect(status).toBe(200)
    return body[0]
  }
  beforeAll(async () => {
    vendor = await startCreatorsApi()
    vendor.sell([WHOLE_ITEM])
    api = await startApi({
      AMAZON_CREATORS_CREDENTIAL_ID: 'id',
      AMAZON_CREATORS_CREDENTIAL_SECRET: 'secret',
      AMAZON_PARTNER_TAG: 'desk-20',
      AMAZON_CREATORS_BASE_URL: vendor.url,
      AMAZON_TOKEN_URL: `${vendor.url}/token`,
    })
    writer = await api.as('opm')
  })
  afterAll(async () => {
    await api.close()
    await vendor.close()
  })

  it('a product is answered in the shape of the preview [PREV-018]', async () => {
    expect(await read()).toMatchObject({
      ItemInfo: { Title: { DisplayValue: 'Tarnwick Slowpour 0.9 L' } },
      Offers: { Listings: [{ Price: { DisplayAmount: '$79.99', Savings: { Amount: 20 } } }] },
      inStock: 'IN_STOCK',
      is_stale: false,
    })
  })
})
