import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  MARKET_PRODUCT_SORTS,
  type MarketplaceProduct,
} from '#shared/features/keywords/opportunities/contract.ts'
import { saveProducts } from '../../../integrations/keyword-market/product-store.ts'
import { insertGoods } from '../../../integrations/product-catalog/goods-store.ts'
import { sampleGoods } from '../../../sample/goods.ts'
import { type Api, type Client, startApi } from '../../../testing/api.ts'
import { buildArticle } from '../../../testing/builders.ts'

const PATH = '/api/keyword-opportunities/products'

let api: Api
let manager: Client
beforeAll(async () => {
  api = await startApi()
  await insertGoods(api.database.db, sampleGoods())
  manager = await api.as('opm')
})
afterAll(() => api.close())

const search = async (
  query = '',
): Promise<{ total_count: number; nearest: string | null; products: MarketplaceProduct[] }> =>
  (await manager.get(`${PATH}?${query}`)).body.data.data
const ALL = 'ratingMin=1&reviewsMin=0&showUnavailable=true&perPage=100'
const asinsOf = (products: readonly MarketplaceProduct[]) => products.map(({ asin }) => asin)

describe('the products of the marketplace', () => {
  it('are answered with their total, each with all that is known of it [PSEARCH-019] [PSEARCH-021]', async () => {
    await saveProducts(api.database.db, [
      {
        ...{ country: 'us', readAt: api.now(), asin: 'B0EXACT001', name: 'Exact Teapot', brand: 'Marlow' },
        ...{
          imageUrl: '/catalog/teapot.jpg',
          category: 'Kitchen',
          sales: 820,
          revenue: 20_582.5,
          price: 25.1,
        },
        ...{ reviews: 2140, sellers: 3, listedOn: '2023-04-11', rating: 4.7, isAvailable: true },
      },
    ])
    expect(await search('includeText=exact+teapot')).toMatchObject({
      total_count: 1,
      products: [
        {
          asin: 'B0EXACT001',
          name: 'Exact Teapot',
          brand: 'Marlow',
          imageUrl: '/catalog/teapot.jpg',
          product_url: 'https://www.amazon.com/dp/B0EXACT001',
          category: 'Kitchen',
          estimatedSales: 820,
          estRevenue: 20_582.5,
          price: 25.1,
          nReviews: 2140,
          nSellers: 3,
          listedAt: '2023-04-11',
          estimatedListedAt: null,
          rating: 4.7,
          is_available: true,
        },
      ],
    })
    const { products } = await search(ALL)
    for (const { listedAt, estimatedListedAt } of products)
      expect([listedAt, estimatedListedAt].filter((day) => day !== null)).toHaveLength(1)
    expect(products.some(({ listedAt }) => listedAt === null)).toBe(true)
    await api.database.pool.query("delete from market_products where asin = 'B0EXACT001'")
  })

  it('are narrowed by rating, reviews, words and availability [PSEARCH-020]', async () => {
    const all = await search(ALL)
    const praised = await search('ratingMin=4.6&reviewsMin=2000&showUnavailable=true&perPage=100')
    expect(praised.total_count).toBeGreaterThan(25)
    expect(praised.total_count).toBeLessThan(all.total_count)
    for (const { rating, nReviews } of praised.products) {
      expect(rating).toBeGreaterThanOrEqual(4.6)
      expect(nReviews).toBeGreaterThanOrEqual(2000)
    }
    const kettles = await search(`${ALL}&includeText=kettle`)
    expect(kettles.total_count).toBeLessThan(all.total_count)
    for (const { name, category } of kettles.products) expect(`${name} ${category}`).toMatch(/kettle/i)
    const available = await search('ratingMin=1&reviewsMin=0&perPage=100')
    expect(available.total_count).toBeLessThan(all.total_count)
    expect(available.products.every(({ is_available: is }) => is)).toBe(true)
    const { products } = await search(ALL.replace('true', 'false'))
    expect(products).toEqual(available.products)
  })

  it('come page by page, in the requested size and no other [PSEARCH-013] [PSEARCH-015] [PSEARCH-020]', async () => {
    const all = asinsOf((await search(ALL)).products)
    const page = async (query: string) =>
      asinsOf((await search(`${ALL.replace('&perPage=100', '')}${query}`)).products)
    expect(await page('')).toEqual(all.slice(0, 50))
    expect(await page('&page=2')).toEqual(all.slice(50))
    expect(await page('&perPage=25&page=3')).toEqual(all.slice(50, 75))
    for (const query of ['perPage=20', 'perPage=51', 'sortBy=asin', 'ratingMin=6', 'page=0'])
      expect((await manager.get(`${PATH}?${query}`)).status, query).toBe(400)
  })

  it.each(MARKET_PRODUCT_SORTS)(
    'are sorted by %s either way, unknown values last [PSEARCH-020]',
    async (sort) => {
      const sorted = async (order: string) => {
        const { products } = await search(`${ALL}&sortBy=${sort}&sortOrder=${order}`)
        const values = products.map((product) => product[sort])
        const known = values
          .filter((value) => value !== null)
          .map((value) => (typeof value === 'string' ? value.toLowerCase() : value))
        expect(values.slice(known.length).every((value) => value === null)).toBe(true)
        return known
      }
      const ascending = (one: number | string, other: number | string) =>
        one < other ? -1 : one === other ? 0 : 1
      const [up, down] = [await sorted('asc'), await sorted('desc')]
      expect(up).toEqual(up.toSorted(ascending))
      expect(down).toEqual(down.toSorted(ascending).reverse())
      expect(ascending(up[0] ?? 0, down[0] ?? 0)).toBe(-1)
    },
  )

  it('offer the nearest spelling of words that match none of them, which matches some', async () => {
    const none = await search('includeText=ketttle&showUnavailable=true')
    expect(none).toMatchObject({ total_count: 0, nearest: 'kettle' })
    const some = await search(`includeText=${none.nearest}&showUnavailable=true`)
    expect(some.total_count).toBeGreaterThan(0)
    expect(some.nearest).toBeNull()
  })

  it('count our articles that contain them, without drafts', async () => {
    const [first] = (await search('perPage=25')).products
    const { id } = await buildArticle(api.database.db, { userId: manager.id })
    const draft = await buildArticle(api.database.db, { userId: manager.id, status: 'draft' })
    await api.database.pool.query('update article_products set asin = $1 where article_id = any($2)', [
      first?.asin,
      [id, draft.id],
    ])
    expect((await search('perPage=25')).products[0]).toMatchObject({ asin: first?.asin, articles: 1 })
  })
})
