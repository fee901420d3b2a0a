import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { dayAt } from '#shared/format/day.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { transaction } from '../../../db/connect.ts'
import { articleKeywords, articleProducts } from '../../../db/schema/articles.ts'
import { contentPosts, contentProducts } from '../../../db/schema/content.ts'
import type { CatalogItem, ProductCatalog } from '../../../integrations/product-catalog/port.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle, buildHit, buildKeyword, buildSite } from '../../../testing/builders.ts'
import { asinOf, soldOut, whole } from '../../../testing/library-items.ts'
import { insertSamplePassword } from '../../ground/system/store.ts'
import { recordHits } from '../../market/share-of-voice/verbs/record-hits.ts'

let api: Api
let manager: Client
let writer: Client
let answers: Map<string, CatalogItem>
const catalog: ProductCatalog = {
  keepsPrices: true,
  getItems: async (asins) => ({
    items: asins.flatMap((asin) => answers.get(asin) ?? []),
    invalid: asins.filter((asin) => !answers.has(asin)),
  }),
  check: async () => ({ adapter: 'test', ok: true, detail: '' }),
}

const OF_ONE = ['', '/stocks', '/prices', '/paapi', '/stats', '/articles']
/** The product that an article recommends, by its ASIN. */
async function productOf(asin: string) {
  const { body } = await manager.get(`/api/products?query=${asin}`)
  return body.nodes[0]
}
const recommend = (articleId: number, asin: string, name: string, award: string) =>
  api.database.db.insert(articleProducts).values({ articleId, position: 1, asin, name, award })

async function start(): Promise<void> {
  answers = new Map([whole, soldOut].map((item) => [item.asin, item]))
  api = await startApi({}, { catalog })
  await insertSamplePassword(api.database.db, 'secret')
  manager = await api.as('opm')
  writer = await api.as('wrt')
  const { id: siteId } = await buildSite(api.database.db, { code: 'lb', displayName: 'Larder & Barn' })
  const { id: articleId } = await buildArticle(api.database.db, {
    userId: manager.id,
    siteId,
    createdAt: new Date('2026-03-01T10:20:30Z'),
    title: 'Kettles that pour',
    keyword: 'gooseneck kettle',
    qaUserId: (await api.as('qa')).id,
    status: 'published',
    taskUrl: 'https://tasks.example/1',
    taskGid: '77',
    postId: 4711,
    imageUrl: '/images/hero.jpg',
  })
  await recommend(articleId, asinOf(1), 'Slowpour Kettle', 'Best Overall')
  await recommend(articleId, asinOf(2), 'Swan Moka Pot', '')
  for (let number = 24; number >= 3; number--)
    await recommend(articleId, asinOf(number), `Lamp ${number}`, 'Best Lamp')
}

describe('the list of products', () => {
  beforeAll(start)
  afterAll(() => api.close())

  it('is answered in pages of 20, by number, with how many there are in each state [PROD-010] [PROD-011] [PROD-012] [PROD-033] [PROD-047] [PROD-048]', async () => {
    const { status, body } = await manager.get('/api/products')
    expect(status).toBe(200)
    const numbers = body.nodes.map(({ product_id }: { product_id: number }) => product_id)
    expect(numbers).toHaveLength(20)
    expect(numbers).toEqual([...numbers].sort((left, right) => left - right))
    expect(body).toMatchObject({
      totalCount: 25,
      is_more: false,
      stocks: { NOT_SCANNED: 25, INVALID_ASIN: 0, IN_STOCK: 0, OUT_OF_STOCK: 0 },
    })
    const second = await manager.get('/api/products?page=2&sort=products.product_id&sortOrder=asc&perPage=20')
    expect(second.body.nodes).toHaveLength(5)
    const others = second.body.nodes.map(({ product_id: id }: { product_id: number }) => id)
    expect(Math.min(...others)).toBeGreaterThan(Math.max(...numbers))
    expect((await manager.get('/api/products?page=3')).body.nodes).toEqual([])
    expect((await manager.get('/api/products?perPage=7')).body.nodes).toHaveLength(7)
  })

  it('comes in either order of ASIN, name, availability and number of articles, equal ones by number or ASIN, and every product once [PROD-005]', async () => {
    const set = (values: string) => api.database.pool.query(`update products set ${values}`)
    await set(`stock = (array['NOT_SCANNED', 'INVALID_ASIN', 'OUT_OF_STOCK', 'IN_STOCK'])[product_id % 4 + 1],
      article_count = product_id * 7 % 5, earnings_30d = nullif(product_id * 3 % 4, 0)`)
    const pages = async (sorted: string) => {
      const read = (page: number) => manager.get(`/api/products?perPage=7&page=${page}&sort=${sorted}`)
      return (await Promise.all([1, 2, 3, 4].map(read))).flatMap(({ body }) => body.nodes)
    }
    const numbersOf = (rows: { product_id: number }[]) => rows.map(({ product_id: id }) => id)
    for (const sort of ['asin', 'name', 'in_stock', 'countArticles', 'earnings_30d', 'product_id']) {
      const down = await pages(`${sort}&sortOrder=desc`)
      const states = 'IN_STOCK NOT_SCANNED OUT_OF_STOCK INVALID_ASIN'
      const placeOf = ({ [sort]: value }: (typeof down)[number]) =>
        sort === 'in_stock' ? states.indexOf(value) : (value ?? -1)
      const [turn, tie] = [sort === 'earnings_30d' ? -1 : 1, sort === 'in_stock' ? 'asin' : 'product_id']
      const up = down.toSorted((one, other) => {
        if (placeOf(one) === placeOf(other)) return one[tie] < other[tie] ? -turn : turn
        return placeOf(one) < placeOf(other) ? -1 : 1
      })
      expect(new Set(up.map(placeOf)).size, sort).toBeGreaterThan(2)
      expect(new Set(numbersOf(up)).size, sort).toBe(25)
      expect(numbersOf(await pages(`${sort}&sortOrder=asc`)), sort).toEqual(numbersOf(up))
      expect(numbersOf(down), sort).toEqual(numbersOf(up).reverse())
    }
    await set("stock = 'NOT_SCANNED', article_count = 1, earnings_30d = null")
    expect((await manager.get('/api/products?sort=password')).status).toBe(400)
  })

  it('is found by words of a name and by a part of an ASIN, in any case [PROD-003]', async () => {
    const named = async (query: string) =>
      (await manager.get(`/api/products?query=${encodeURIComponent(query)}`)).body.nodes.map(
        ({ name }: { name: string }) => name,
      )
    expect(await named('SLOWPOUR')).toEqual(['Slowpour Kettle'])
    expect(await named('kettle slow')).toEqual(['Slowpour Kettle'])
    expect(await named('b0lib00002')).toEqual(['Swan Moka Pot'])
    expect(await named('lib00002')).toEqual(['Swan Moka Pot'])
    expect(await named('mo')).toEqual(['Swan Moka Pot'])
    expect(await named('ok')).toEqual([])
    expect(await named('100%')).toEqual([])
    expect(await named(' ')).toHaveLength(20)
    const { body } = await manager.get('/api/products?query=lamp')
    expect(body).toMatchObject({ totalCount: 22, stocks: { NOT_SCANNED: 22, IN_STOCK: 0 } })
  })

  it('needs the right to manage products in every call', async () => {
    const { product_id: id } = await productOf(asinOf(1))
    for (const path of ['', '/scans', ...OF_ONE.map((end) => `/${id}${end}`)])
      expect((await writer.get(`/api/products${path}`)).status, path).toBe(403)
    expect((await writer.post('/api/products/scans', { stock: 'All' })).status).toBe(403)
    expect((await api.visitor.get('/api/products')).status).toBe(401)
  })
})

describe('a product', () => {
  beforeAll(start)
  afterAll(() => api.close())

  it('has its number, ASIN, name, state, articles, award and last scan [PROD-032] [PROD-049]', async () => {
    const listed = await productOf(asinOf(1))
    const { status, body } = await manager.get(`/api/products/${listed.product_id}`)
    expect(status).toBe(200)
    expect(body).toEqual({
      product_id: expect.any(Number),
      asin: asinOf(1),
      name: 'Slowpour Kettle',
      in_stock: 'NOT_SCANNED',
      countArticles: 1,
      award: 'Best Overall',
      awards: ['Best Overall'],
      last_scanned: null,
      lastStock: null,
      image_url: null,
      price: null,
      earnings_30d: null,
      risk: null,
    })
    expect(listed).toEqual({ ...body, recent: [] })
  })

  it('that does not exist is not found, and neither is anything of it [PROD-054]', async () => {
    for (const path of OF_ONE) {
      const { status, body } = await manager.get(`/api/products/999999${path}`)
      expect([status, body.message], path).toEqual([404, 'Product not found.'])
    }
    expect((await manager.get('/api/products/none')).status).toBe(400)
  })

  it('has the stories that recommend it, with name, subheader, award and blurb [PROD-036] [PROD-052]', async () => {
    const { product_id: id } = await productOf(asinOf(1))
    const { id: keywordId } = await buildKeyword(api.database.db)
    const day = dayAt(api.now(), 'UTC')
    const hit = buildHit({
      keywordId,
      day,
      publisher: 'Nookwise',
      title: 'Kettles, tested',
      url: 'https://nookwise.example/kettles',
      items: [
        { asin: asinOf(2), name: 'Other', award: 'Cheap', blurb: 'No.' },
        {
          asin: asinOf(1),
          name: 'Slowpour',
          award: 'Editor’s pick',
          subheader: 'For slow mornings',
          blurb: 'Pours.',
        },
      ],
    })
    await transaction(api.database.db, (tx) => recordHits(tx, [hit], day))
    expect((await manager.get(`/api/products/${id}/stats`)).body).toEqual([
      {
        asin: asinOf(1),
        name: 'Slowpour',
        subheader: 'For slow mornings',
        award: 'Editor’s pick',
        blurb: 'Pours.',
        story: {
          title: 'Kettles, tested',
          url: 'https://nookwise.example/kettles',
          last_day: day,
        },
      },
    ])
    const lamp = await productOf(asinOf(9))
    expect((await manager.get(`/api/products/${lamp.product_id}/stats`)).body).toEqual([])
  })

  it('has the articles that recommend it, with all their details [PROD-037] [PROD-053]', async () => {
    const { product_id: id } = await productOf(asinOf(1))
    const [{ article_id: articleId }] = (await manager.get('/api/articles?status=published')).body.nodes
    const { id: keywordId } = await buildKeyword(api.database.db, 'pour over')
    await api.database.db.insert(articleKeywords).values({ articleId, keywordId, position: 1 })
    expect((await manager.get(`/api/products/${id}/articles`)).body).toEqual([
      {
        article_id: articleId,
        title: 'Kettles that pour',
        image_url: '/images/hero.jpg',
        keywords: ['gooseneck kettle', 'pour over'].map((keyword) => expect.objectContaining({ keyword })),
        site: { code: 'lb', display_name: 'Larder & Barn', logo_url: '/images/logo.png' },
        user: { id: manager.id, first_name: 'Opm', last_name: 'One', username: 'opm1@desk.example' },
        qa_user: expect.objectContaining({
          first_name: 'Qa',
          last_name: 'One',
          username: 'qa1@desk.example',
        }),
        status: 'published',
        asana_url: 'https://tasks.example/1',
        gid: '77',
        wordpress_id: '4711',
        url: null,
        created_at: '2026-03-01T10:20:30.000Z',
        award: 'Best Overall',
      },
    ])
  })
})

// Separate, because each test changes products that the other tests count.
describe('a product with more details', () => {
  beforeEach(start)
  afterEach(() => api.close())

  it('has the marketplace’s details, and reading them is a scan [PROD-035] [PROD-050] [PROD-051] [PROD-034]', async () => {
    const { product_id: id } = await productOf(asinOf(1))
    const { body } = await manager.get(`/api/products/${id}/paapi`)
    expect(body).toEqual({
      asin: asinOf(1),
      state: 'known',
      as_of: expect.any(String),
      is_stale: false,
      title: whole.title,
      image: whole.imageUrl,
      pageURL: whole.pageUrl,
      categories: whole.categories,
      features: whole.features,
      info: whole.infoGroups,
      offers: [
        {
          merchantInfo: { id: 'M1', name: 'Harbor & Hill', feedbackRating: 4.6, feedbackCount: 1834 },
          availability: 'In Stock',
          typeAvailability: 'Now',
          is_verified: true,
          deliveryInfo: { amazonFulfilled: null, freeShippingEligible: false, primeEligible: true },
          programEligibility: { primeExclusive: true, primePantry: null },
          price: { amount: 79.99, display: '$79.99' },
          savingBasis: { amount: 99.99, display: '$99.99' },
          savings: { amount: 20, display: '$20.00', percentage: 20 },
        },
        expect.objectContaining({
          merchantInfo: { id: null, name: null, feedbackRating: null, feedbackCount: null },
          availability: null,
          typeAvailability: 'OUT_OF_STOCK',
          price: { amount: 60, display: '$60.00' },
        }),
      ],
    })
    const product = (await manager.get(`/api/products/${id}`)).body
    expect(product).toMatchObject({
      in_stock: 'IN_STOCK',
      price: '$79.99',
      image_url: whole.imageUrl,
      last_scanned: body.as_of,
      lastStock: { stock: 'IN_STOCK', created_at: body.as_of },
    })
    const stocks = await manager.get(`/api/products/${id}/stocks`)
    expect(stocks.body).toEqual([
      { product_stock_id: expect.any(Number), stock: 'IN_STOCK', created_at: body.as_of },
    ])
    expect((await manager.get(`/api/products/${id}/prices`)).body).toEqual([
      { cents: 7999, currency: 'USD', created_at: body.as_of },
    ])
    expect((await productOf(asinOf(1))).recent).toEqual([{ stock: 'IN_STOCK', created_at: body.as_of }])
  })

  it('that is sold out has the marketplace’s own word for it, and one that it does not know has nothing [PROD-035]', async () => {
    const known = await productOf(asinOf(1))
    expect((await manager.get(`/api/products/${known.product_id}/paapi`)).body).toMatchObject({
      state: 'known',
    })
    const out = await productOf(asinOf(2))
    expect((await manager.get(`/api/products/${out.product_id}/paapi`)).body.offers[0]).toMatchObject({
      availability: 'Currently unavailable.',
      typeAvailability: 'UNAVAILABLE',
      price: null,
      savings: null,
    })
    const unknown = await productOf(asinOf(3))
    expect((await manager.get(`/api/products/${unknown.product_id}/paapi`)).body).toMatchObject({
      state: 'invalid',
      title: null,
      categories: [],
      offers: [],
    })
    const states = await manager.get('/api/products?stock=INVALID_ASIN')
    expect(states.body).toMatchObject({
      nodes: [{ asin: asinOf(3), in_stock: 'INVALID_ASIN' }],
      totalCount: 1,
      stocks: { NOT_SCANNED: 22, INVALID_ASIN: 1, IN_STOCK: 1, OUT_OF_STOCK: 1 },
    })
    expect((await manager.get('/api/products?stock=All')).body.totalCount).toBe(25)
    expect((await manager.get('/api/products?stock=OUT_OF_STOCK&query=lamp')).body).toMatchObject({
      nodes: [],
      totalCount: 0,
    })
    expect((await manager.get('/api/products?stock=SOME')).status).toBe(400)
  })

  it('has no price that is older than a day, and keeps its history, that of its stock the newest first [PROD-034] [PROD-035] [PROD-050]', async () => {
    const { product_id: id } = await productOf(asinOf(1))
    await manager.get(`/api/products/${id}/paapi`)
    expect((await manager.get(`/api/products/${id}`)).body).toMatchObject({ price: '$79.99' })
    api.advance(DAY_MS + 1)
    expect((await manager.get(`/api/products/${id}`)).body).toMatchObject({
      price: null,
      in_stock: 'IN_STOCK',
    })
    answers.set(whole.asin, { ...whole, price: { amount: 69, display: '$69.00', currency: 'USD' } })
    await manager.get(`/api/products/${id}/paapi`)
    expect((await manager.get(`/api/products/${id}/prices`)).body).toMatchObject([
      { cents: 7999 },
      { cents: 6900 },
    ])
    answers.set(whole.asin, { ...whole, stock: 'OUT_OF_STOCK' })
    for (let reading = 0; reading < 2; reading++) {
      api.advance(DAY_MS + 1)
      await manager.get(`/api/products/${id}/paapi`)
    }
    const { body: stocks } = await manager.get(`/api/products/${id}/stocks`)
    expect(stocks).toMatchObject([{ stock: 'OUT_OF_STOCK' }, { stock: 'IN_STOCK' }])
  })

  it('is recommended by posts without an article, too; drafts are visible to their writers only, and neither counted nor does their award count', async () => {
    const { db } = api.database
    const other = await api.as('opm', 2)
    const draft = await buildArticle(db, { userId: other.id, title: 'Not yet', status: 'draft' })
    await recommend(draft.id, asinOf(1), 'Slowpour Kettle', 'Best for Slow Mornings')
    const [post] = await db
      .insert(contentPosts)
      .values({
        siteId: draft.siteId,
        postId: '99',
        title: 'Adopted kettles',
        source: 'adopted',
        permalink: 'https://site.example/kettles',
        focusKeyword: 'kettles',
        publishedAt: new Date('2020-02-02T00:00:00Z'),
      })
      .returning()
    await db
      .insert(contentProducts)
      .values({ contentPostId: post?.id ?? 0, asin: asinOf(1), position: 0, award: 'Runner-up' })
    const product = await productOf(asinOf(1))
    expect(product).toMatchObject({
      countArticles: 2,
      award: 'Best Overall',
      awards: ['Best Overall', 'Runner-up'],
    })
    const titles = async (who: Client) =>
      (await who.get(`/api/products/${product.product_id}/articles`)).body.map(
        ({ title }: { title: string }) => title,
      )
    expect(await titles(manager)).toEqual(['Kettles that pour', 'Adopted kettles'])
    expect((await titles(other)).toSorted()).toEqual(['Adopted kettles', 'Kettles that pour', 'Not yet'])
    const { body } = await manager.get(`/api/products/${product.product_id}/articles`)
    expect(body.at(-1)).toMatchObject({
      article_id: null,
      wordpress_id: '99',
      status: 'published',
      url: 'https://site.example/kettles',
      keywords: [{ keyword: 'kettles' }],
      user: null,
    })
  })
})
