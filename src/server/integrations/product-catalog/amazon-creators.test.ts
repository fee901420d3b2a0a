import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type CreatorsApi, type CreatorsFault, startCreatorsApi } from '../../testing/creators-api.ts'
import { BARE_ITEM, itemWith, WHOLE_ITEM } from '../../testing/creators-items.ts'
import type { IntegrationErrorKind } from '../integration-error.ts'
import { createAmazonCatalog } from './amazon-creators.ts'
import { catalogItemOf } from './amazon-creators-item.ts'
import { Item } from './amazon-creators-schemas.ts'

const KETTLE = 'B0KETTLE01'

let api: CreatorsApi
let now: number
beforeEach(async () => {
  api = await startCreatorsApi()
  now = Date.parse('2026-11-20T12:00:00Z')
})
afterEach(() => api.close())

const create = ({ version = '3.1', betweenRequestsMs = 0, timeoutMs = 5000 } = {}) =>
  createAmazonCatalog({
    account: {
      credentialId: 'the-id',
      secret: 'the-secret',
      version,
      partnerTag: 'desk-20',
      marketplace: 'www.amazon.com',
      baseUrl: api.url,
      tokenUrl: `${api.url}/token`,
    },
    clock: () => now + performance.now(),
    betweenRequestsMs,
    timeoutMs,
  })
const asins = (count: number) =>
  Array.from({ length: count }, (_, index) => `B0MANY${String(index).padStart(4, '0')}`)
const sellAll = (count: number) =>
  api.sell(asins(count).map((asin) => ({ asin, itemInfo: { title: { displayValue: asin } } })))

describe('requests', () => {
  it('ask for ten products at most, and no faster than one after the other', async () => {
    sellAll(23)
    const begunAt = performance.now()
    const { items } = await create({ betweenRequestsMs: 150 }).getItems(asins(23))
    expect(items).toHaveLength(23)
    const sizes = api.questions.map(({ body }) => (body.itemIds as string[]).length)
    expect(sizes.toSorted()).toEqual([10, 10, 3])
    // Against the beginning: a request may be on its way longer than the next one. Timers may be early by a millisecond.
    for (const [index, { at }] of api.questions.entries())
      expect(at - begunAt).toBeGreaterThanOrEqual(index * (150 - 1))
  })

  it('share one token until shortly before it ends', async () => {
    sellAll(20)
    const catalog = create()
    await Promise.all([catalog.getItems(asins(20)), catalog.getItems(asins(3))])
    now += 3560_000
    await catalog.getItems(asins(1))
    expect(api.tokenCalls).toHaveLength(1)
    now += 15_000
    await catalog.getItems(asins(1))
    expect(api.tokenCalls).toHaveLength(2)
  })

  it('sign in as each version of credentials wants it', async () => {
    await create({ version: '3.1' }).getItems([KETTLE])
    await create({ version: '2.1' }).getItems([KETTLE])
    const [current, older] = api.tokenCalls
    expect(current?.headers['content-type']).toBe('application/json')
    expect(JSON.parse(current?.body ?? '')).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-id',
      client_secret: 'the-secret',
      scope: 'creatorsapi::default',
    })
    expect(older?.headers['content-type']).toBe('application/x-www-form-urlencoded')
    expect(Object.fromEntries(new URLSearchParams(older?.body))).toEqual({
      grant_type: 'client_credentials',
      client_id: 'the-id',
      client_secret: 'the-secret',
      scope: 'creatorsapi/default',
    })
    expect(api.questions.map(({ headers }) => headers.authorization)).toEqual([
      'Bearer Atc|1',
      'Bearer Atc|2, Version 2.1',
    ])
  })

  it('replace a token that was withdrawn, once', async () => {
    sellAll(1)
    const catalog = create()
    await catalog.getItems(asins(1))
    api.withdrawTokens()
    expect((await catalog.getItems(asins(1))).items).toHaveLength(1)
    expect(api.tokenCalls).toHaveLength(2)
    api.fail('unauthorized')
    await expect(catalog.getItems(asins(1))).rejects.toMatchObject({ kind: 'unauthorized' })
    expect(api.tokenCalls).toHaveLength(3)
  })

  it('for words are a search of one page, in the same turns and under the same token', async () => {
    sellAll(12)
    const catalog = create()
    await catalog.getItems(asins(1))
    expect(await catalog.search?.('many')).toHaveLength(10)
    expect(api.questions.at(-1)).toMatchObject({
      path: '/catalog/v1/searchItems',
      body: { partnerTag: 'desk-20', keywords: 'many', itemCount: 10 },
    })
    expect(api.tokenCalls).toHaveLength(1)
  })

  it('never carry an ASIN that could lead elsewhere [T13]', async () => {
    const hostile = ['../../../x', 'B0?x=1#abc', 'b0lower001', 'B0LONG00001', '', 'B0\n0000000']
    expect(await create().getItems(hostile)).toEqual({ items: [], invalid: hostile })
    expect(api.questions).toEqual([])
  })
})

describe('an answer', () => {
  it('says of products that they are invalid only where the vendor does', async () => {
    sellAll(2)
    const { items, invalid } = await create().getItems([...asins(2), KETTLE])
    expect(items.map(({ asin }) => asin)).toEqual(asins(2))
    expect(invalid).toEqual([KETTLE])
  })

  it('that one request of several failed to bring is missing, and the rest is kept', async () => {
    sellAll(20)
    const catalog = create({ betweenRequestsMs: 200 })
    const reading = catalog.getItems(asins(20))
    await expect.poll(() => api.questions.length).toBe(1)
    api.fail('forbidden')
    expect((await reading).items.map(({ asin }) => asin)).toEqual(asins(10))
  })

  it('is refused to an account that sells too little in words that say so', async () => {
    sellAll(1)
    api.fail('forbidden')
    await expect(create().getItems(asins(1))).rejects.toMatchObject({
      kind: 'forbidden',
      status: 403,
      advice: expect.stringContaining('needs 10 qualified sales in 30 days'),
    })
  })

  it('becomes our own item, from the offer that buyers get', () => {
    expect(catalogItemOf(Item.parse(WHOLE_ITEM))).toEqual({
      asin: 'B0WHOLE001',
      title: 'Tarnwick Slowpour 0.9 L',
      brand: 'Tarnwick',
      imageUrl: 'https://pictures.example/whole.jpg',
      pageUrl: 'https://www.amazon.com/dp/B0WHOLE001?tag=desk-20',
      categories: ['Home & Kitchen', 'Coffee & Tea', 'Gooseneck Kettles'],
      features: ['Pours in a thread', 'Holds to the degree'],
      info: {
        Color: 'Charcoal',
        IsAdultProduct: 'No',
        Height: '8.2 inches',
        Weight: '2 pounds',
        NumberOfItems: '1',
        Format: 'Boxed, Gift wrapped',
        Model: 'TW-09',
        Warranty: '2 years',
      },
      infoGroups: [
        {
          category: 'Product information',
          values: [
            { label: 'Color', value: 'Charcoal' },
            { label: 'IsAdultProduct', value: 'No' },
            { label: 'Height', value: '8.2 inches' },
            { label: 'Weight', value: '2 pounds' },
            { label: 'NumberOfItems', value: '1' },
          ],
        },
        { category: 'Technical details', values: [{ label: 'Format', value: 'Boxed, Gift wrapped' }] },
        {
          category: 'Manufacturer',
          values: [
            { label: 'Model', value: 'TW-09' },
            { label: 'Warranty', value: '2 years' },
          ],
        },
      ],
      rating: { stars: 4.6, count: 1834 },
      stock: 'IN_STOCK',
      availability: 'Only 3 left in stock - order soon.',
      price: { amount: 79.99, currency: 'USD', display: '$79.99' },
      savings: { amount: 20, percentage: 20 },
      isPrime: true,
      isPrimeExclusive: true,
      availabilityType: 'IN_STOCK_SCARCE',
      merchant: { id: 'M1', name: 'Harbor & Hill' },
      otherOffers: [
        {
          stock: 'OUT_OF_STOCK',
          availability: 'Gone',
          availabilityType: 'OUT_OF_STOCK',
          price: { amount: 1, currency: 'USD', display: '$1.00' },
        },
      ],
    })
  })

  it('leaves out missing values: no Prime, no shipping, no seller, no price', () => {
    expect(catalogItemOf(Item.parse(BARE_ITEM))).toEqual({
      asin: 'B0BARE0001',
      title: 'Kettleby Stovetop Swan',
      stock: 'OUT_OF_STOCK',
    })
    const insecure = { ...BARE_ITEM, detailPageURL: 'javascript:alert(1)' }
    expect(catalogItemOf(Item.parse(insecure))).not.toHaveProperty('pageUrl')
  })

  it.each([
    ['IN_STOCK', 'IN_STOCK', undefined],
    ['IN_STOCK_SCARCE', 'IN_STOCK', undefined],
    ['LEADTIME', 'IN_STOCK', undefined],
    ['AVAILABLE_DATE', 'OUT_OF_STOCK', undefined],
    ['PREORDER', 'OUT_OF_STOCK', undefined],
    ['OUT_OF_STOCK', 'OUT_OF_STOCK', undefined],
    ['UNAVAILABLE', 'OUT_OF_STOCK', undefined],
    ['UNKNOWN', 'OUT_OF_STOCK', true],
    ['RESTOCKING_SOON', 'OUT_OF_STOCK', true],
    [undefined, 'OUT_OF_STOCK', undefined],
  ])(
    'with the availability %s is %s, and certain only where the word is known',
    (type, stock, isUnverified) => {
      const item = catalogItemOf(Item.parse(itemWith(type)))
      expect([item?.stock, item?.isUnverified, item?.availabilityType]).toEqual([stock, isUnverified, type])
    },
  )
})

describe('a vendor in trouble', () => {
  const faults: [CreatorsFault, IntegrationErrorKind][] = [
    ['hang', 'timeout'],
    ['slow', 'timeout'],
    ['unauthorized', 'unauthorized'],
    ['forbidden', 'forbidden'],
    ['throttled', 'rate_limited'],
    ['broken', 'unavailable'],
    ['cut', 'unavailable'],
    ['html', 'bad_response'],
    ['wrong', 'bad_response'],
    ['huge', 'bad_response'],
  ]

  it.each(faults)('that answers with “%s” is reported as %s, soon [R8]', async (fault, kind) => {
    sellAll(1)
    // Only the time limit ends a call to a vendor that does not answer.
    const catalog = create({ timeoutMs: fault === 'hang' || fault === 'slow' ? 300 : 3000 })
    api.fail(fault)
    const begun = performance.now()
    await expect(catalog.getItems(asins(1))).rejects.toMatchObject({ system: 'Amazon', kind })
    if (fault === 'throttled') await expect(catalog.search?.('kettle')).rejects.toMatchObject({ kind })
    expect(performance.now() - begun).toBeLessThan(10_000)
    await expect(catalog.check()).rejects.toMatchObject({ system: 'Amazon' })
    api.fail(null)
    expect((await create().getItems(asins(1))).items).toHaveLength(1)
  })

  it.each(faults)(
    'while signing in, with “%s”, is reported as %s, and gets no further call [R8]',
    async (fault, kind) => {
      api.fail(fault, 'token')
      const catalog = create({ timeoutMs: fault === 'hang' || fault === 'slow' ? 300 : 3000 })
      const expected = fault === 'wrong' ? 'bad_response' : kind
      await expect(catalog.getItems([KETTLE])).rejects.toMatchObject({ kind: expected })
      expect(api.questions).toEqual([])
    },
  )
})
