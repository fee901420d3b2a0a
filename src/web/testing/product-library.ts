import type {
  ListedProduct,
  ProductArticle,
  StockScan,
} from '#shared/features/products/product-library/contract.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { browser } from './browser.ts'
import { type Answer, openLoopback } from './loopback.ts'

export const daysAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString()

export function aProduct(id: number, changes: Partial<ListedProduct> = {}): ListedProduct {
  return {
    product_id: id,
    asin: `B0PRODUCT${id}`,
    name: `Kettle ${id}`,
    in_stock: 'IN_STOCK',
    countArticles: 2,
    award: 'Best Overall',
    awards: ['Best Overall', 'Best Value'],
    last_scanned: daysAgo(0.1),
    lastStock: { stock: 'IN_STOCK', created_at: daysAgo(40) },
    image_url: null,
    price: '$79.99',
    earnings_30d: 51_200,
    risk: null,
    recent: [
      { stock: 'IN_STOCK', created_at: daysAgo(80) },
      { stock: 'OUT_OF_STOCK', created_at: daysAgo(50) },
      { stock: 'IN_STOCK', created_at: daysAgo(40) },
    ],
    ...changes,
  }
}
export const inState = (id: number, stock: Stock, changes: Partial<ListedProduct> = {}) =>
  aProduct(id, { in_stock: stock, lastStock: { stock, created_at: '2026-03-01T06:12:00.000Z' }, ...changes })
export const never = {
  last_scanned: null,
  lastStock: null,
  recent: [],
  price: null,
  earnings_30d: null,
  award: '',
  awards: [],
}
export const PRODUCTS = [
  inState(1, 'IN_STOCK'),
  inState(2, 'OUT_OF_STOCK'),
  inState(3, 'INVALID_ASIN', { price: null }),
  inState(4, 'NOT_SCANNED', { ...never, countArticles: 0 }),
]
export const pageOf = (nodes: readonly ListedProduct[], totalCount = nodes.length) => ({
  nodes,
  totalCount,
  is_more: false,
  stocks: { NOT_SCANNED: 1, INVALID_ASIN: 1, IN_STOCK: 1, OUT_OF_STOCK: 1 },
})
export const aScan = (changes: Partial<StockScan> = {}): StockScan => ({
  stock_scan_id: 7,
  kind: 'daily',
  state: 'finished',
  reason: null,
  user: null,
  total: 1200,
  done: 1200,
  scanned: 1190,
  failed: 10,
  went_out: 12,
  came_back: 31,
  started_at: daysAgo(0.2),
  ended_at: daysAgo(0.125),
  ...changes,
})
export const progress = (changes: object = {}) => ({
  is_scanning: true,
  running: null,
  last: aScan(),
  calls_today: 120,
  calls_per_day: 5000,
  ...changes,
})
export const PROVIDER = {
  asin: 'B0PRODUCT1',
  state: 'known',
  as_of: daysAgo(0.1),
  is_stale: false,
  title: 'Tarnwick Slowpour Gooseneck Kettle',
  image: null,
  pageURL: 'https://shop.example/dp/1',
  categories: ['Home & Kitchen', 'Kettles'],
  features: ['Pours slowly'],
  info: [{ category: 'Manufacturer', values: [{ label: 'Brand', value: 'Tarnwick' }] }],
  offers: [
    {
      merchantInfo: { id: 'M1', name: 'Harbor & Hill', feedbackRating: 4.6, feedbackCount: 1834 },
      availability: 'In Stock',
      typeAvailability: 'Now',
      is_verified: true,
      deliveryInfo: { amazonFulfilled: true, freeShippingEligible: false, primeEligible: true },
      programEligibility: { primeExclusive: null, primePantry: null },
      price: { amount: 79.99, display: '$79.99' },
      savingBasis: { amount: 99.99, display: '$99.99' },
      savings: { amount: 20, display: '$20.00', percentage: 20 },
    },
  ],
}
export const anArticle = (id: number, changes: Partial<ProductArticle> = {}): ProductArticle => ({
  article_id: id,
  title: `Article ${id}`,
  image_url: null,
  keywords: [{ keyword_id: 1, keyword: 'gooseneck kettle' }],
  site: { code: 'hs', display_name: 'Hearthside', logo_url: '' },
  user: { id: 1, first_name: 'Lucía', last_name: 'Ferrante', username: 'l@desk.example' },
  qa_user: { id: 2, first_name: 'Dana', last_name: 'Okafor', username: 'd@desk.example' },
  status: 'published',
  asana_url: 'https://tasks.example/1',
  gid: '1204577',
  wordpress_id: '48213',
  url: null,
  created_at: '2025-11-14T09:20:00.000Z',
  award: 'Best Overall',
  ...changes,
})
export const FAILED: Answer = { status: 400, body: { message: 'Not today.' } }

/** A server with the library's responses, and a wide window. */
export async function openLibraryServer() {
  browser().setViewport({ width: 1440, height: 900 })
  const server = await openLoopback()
  server.answer('GET /api/products', { body: pageOf(PRODUCTS) })
  server.answer('GET /api/products/scans', { body: progress() })
  for (const product of PRODUCTS) {
    const { recent: _recent, ...whole } = product
    const path = `/api/products/${product.product_id}`
    server.answer(`GET ${path}`, { body: whole })
    server.answer(`GET ${path}/stocks`, { body: [] })
    server.answer(`GET ${path}/prices`, { body: [] })
    server.answer(`GET ${path}/paapi`, { body: PROVIDER })
    server.answer(`GET ${path}/stats`, { body: [] })
    server.answer(`GET ${path}/articles`, { body: [] })
  }
  return server
}
