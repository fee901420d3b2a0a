import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import {
  IdParams,
  PAGE_SIZE,
  PageField,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../../http/fields.ts'
import { UserName } from '../../ground/users/contract.ts'
import { Keyword } from '../../keywords/keywords/contract.ts'
import { STOCKS } from './rules.ts'

export const StockState = z.enum(STOCKS)

const LastStock = z.object({ stock: StockState, created_at: Timestamp })

/** A change of a product's stock, with the time it was seen. */
export const StockEntry = LastStock.extend({ product_stock_id: z.number() })
export type StockEntry = z.infer<typeof StockEntry>

/** A product that an article or a tracked post recommends. */
export const Product = z.object({
  product_id: z.number(),
  asin: z.string(),
  name: z.string(),
  in_stock: StockState,
  /** Number of our articles and of other posts that recommend it. */
  countArticles: z.number(),
  /** The newest award; empty if there is none. */
  award: z.string(),
  /** All awards, newest first. */
  awards: z.array(z.string()),
  last_scanned: Timestamp.nullable(),
  /** Current stock state and when it began; null if never scanned. */
  lastStock: LastStock.nullable(),
  image_url: z.string().nullable(),
  /** Formatted price; null if none is known from the last 24 hours. */
  price: z.string().nullable(),
  /** Earnings in the trailing 30 days, in cents; null if none were ever reported. */
  earnings_30d: z.number().nullable(),
  /**
   * Loss of posts through it, as in the out-of-stock report; null while it can be bought, or if no post
   * recommends it.
   */
  risk: z
    .object({
      /** Cents a week, sum of the known risks; null if none is known. */
      weekly: z.number().nullable(),
      is_estimated: z.boolean(),
      posts: z.number(),
    })
    .nullable(),
})
export type Product = z.infer<typeof Product>

/** A row of the list, with the stock changes of the last 90 days, oldest first, and the one before them. */
export const ListedProduct = Product.extend({ recent: z.array(LastStock) })
export type ListedProduct = z.infer<typeof ListedProduct>

export const LIBRARY_SORTS = [
  'product_id',
  'asin',
  'name',
  'in_stock',
  'countArticles',
  'earnings_30d',
] as const
export type ProductSort = (typeof LIBRARY_SORTS)[number]

/** Longest useful search. */
const QUERY_MAXIMUM = 200

const StockFilter = z.enum(['All', ...STOCKS]).transform((stock) => (stock === 'All' ? null : stock))

const Filter = z.object({
  /** Words of a name, or part of an ASIN. */
  query: text(QUERY_MAXIMUM)
    .transform((words) => words.trim())
    .default(''),
  stock: StockFilter.prefault('All'),
})
export type ProductFilter = z.output<typeof Filter>

const ProductQuery = Filter.extend({
  page: PageField,
  perPage: wholeNumber(1, 100).default(PAGE_SIZE),
  sort: sortKey('products', LIBRARY_SORTS).default('product_id'),
  sortOrder: SortOrder.default('asc'),
})
export type ProductQuery = z.output<typeof ProductQuery>

export const StockCounts = z.record(StockState, z.number())
export type StockCounts = z.infer<typeof StockCounts>

export const ProductPage = z.object({
  nodes: z.array(ListedProduct),
  totalCount: z.number(),
  /** There are more than `totalCount`; counting stopped there. */
  is_more: z.boolean(),
  /** Number of matches per state; null if there are too many to count. */
  stocks: StockCounts.nullable(),
})
export type ProductPage = z.infer<typeof ProductPage>

export const Money = z.object({ amount: z.number(), display: z.string() })

export const Offer = z.object({
  merchantInfo: z.object({
    id: z.string().nullable(),
    name: z.string().nullable(),
    feedbackRating: z.number().nullable(),
    feedbackCount: z.number().nullable(),
  }),
  /** In the marketplace's words. */
  availability: z.string().nullable(),
  /** `Now`, or the marketplace's own value. */
  typeAvailability: z.string(),
  /** False if we do not understand the marketplace's value. */
  is_verified: z.boolean(),
  deliveryInfo: z.object({
    amazonFulfilled: z.boolean().nullable(),
    freeShippingEligible: z.boolean().nullable(),
    primeEligible: z.boolean().nullable(),
  }),
  programEligibility: z.object({
    primeExclusive: z.boolean().nullable(),
    primePantry: z.boolean().nullable(),
  }),
  price: Money.nullable(),
  /** Price before savings. */
  savingBasis: Money.nullable(),
  savings: Money.extend({ percentage: z.number() }).nullable(),
})
export type Offer = z.infer<typeof Offer>

/** Marketplace data of a product. Missing values are null or an empty list. */
export const ProviderData = z.object({
  asin: z.string(),
  /** `invalid`: the marketplace has no such product. `unknown`: never read. */
  state: z.enum(['known', 'invalid', 'unknown']),
  as_of: Timestamp.nullable(),
  /** Older than allowed, because the marketplace could not be reached. */
  is_stale: z.boolean(),
  title: z.string().nullable(),
  image: z.string().nullable(),
  pageURL: z.string().nullable(),
  categories: z.array(z.string()),
  features: z.array(z.string()),
  info: z.array(
    z.object({
      category: z.string(),
      values: z.array(z.object({ label: z.string(), value: z.string() })),
    }),
  ),
  offers: z.array(Offer),
})
export type ProviderData = z.infer<typeof ProviderData>

/** How a publisher's story recommends a product. */
export const ProductStats = z.object({
  asin: z.string(),
  name: z.string(),
  subheader: z.string(),
  award: z.string(),
  blurb: z.string(),
  /** The story, and the last day on which it was shown. */
  story: z.object({ title: z.string(), url: z.string().nullable(), last_day: DateOnly }),
})
export type ProductStats = z.infer<typeof ProductStats>

/** An article that recommends a product, or a tracked post without an article, whose `article_id` is null. */
export const ProductArticle = z.object({
  article_id: z.number().nullable(),
  title: z.string(),
  image_url: z.string().nullable(),
  keywords: z.array(Keyword),
  site: z.object({ code: z.string(), display_name: z.string(), logo_url: z.string() }),
  user: UserName.nullable(),
  qa_user: UserName.nullable(),
  status: z.string(),
  asana_url: z.string().nullable(),
  gid: z.string().nullable(),
  wordpress_id: z.string().nullable(),
  /** Public address; null if unknown. */
  url: z.string().nullable(),
  created_at: Timestamp.nullable(),
  /** The product's award in it. */
  award: z.string(),
})
export type ProductArticle = z.infer<typeof ProductArticle>

/** A product's price from a moment on, in cents. */
export const PriceEntry = z.object({ cents: z.number(), currency: z.string(), created_at: Timestamp })
export type PriceEntry = z.infer<typeof PriceEntry>

export const StockScan = z.object({
  stock_scan_id: z.number(),
  /** The daily scan, an extra one, or one that a user requested. */
  kind: z.enum(['daily', 'between', 'asked']),
  state: z.enum(['running', 'finished', 'stopped']),
  /** Why it was stopped. */
  reason: z.string().nullable(),
  user: UserName.nullable(),
  total: z.number(),
  done: z.number(),
  scanned: z.number(),
  failed: z.number(),
  went_out: z.number(),
  came_back: z.number(),
  started_at: Timestamp,
  ended_at: Timestamp.nullable(),
})
export type StockScan = z.infer<typeof StockScan>

/** Progress of stock scans. */
export const ScanProgress = z.object({
  /** False if no marketplace is connected. */
  is_scanning: z.boolean(),
  running: StockScan.nullable(),
  /** The last finished scan. */
  last: StockScan.nullable(),
  calls_today: z.number(),
  calls_per_day: z.number(),
})
export type ScanProgress = z.infer<typeof ScanProgress>

const access = ['ManageProducts'] as const

export const productLibraryEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/products',
    access,
    summary: 'Products that articles and followed posts recommend, by page.',
    query: ProductQuery,
    answer: ProductPage,
  }),
  scans: endpoint({
    method: 'GET',
    path: '/api/products/scans',
    access,
    summary: 'Progress of the stock scan, and how much of the day’s quota is used.',
    answer: ScanProgress,
  }),
  scan: endpoint({
    method: 'POST',
    path: '/api/products/scans',
    access,
    summary:
      'Scan the stock of all products that match the filters, top earners first, within the day’s quota.',
    // `All` must be sent explicitly.
    body: Filter.extend({ stock: StockFilter }),
    answer: StockScan,
    status: 202,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/products/:id',
    access,
    summary: 'A product.',
    params: IdParams,
    answer: Product,
  }),
  stocks: endpoint({
    method: 'GET',
    path: '/api/products/:id/stocks',
    access,
    summary: 'A product’s stock history, newest first, up to 500 changes.',
    params: IdParams,
    answer: z.array(StockEntry),
  }),
  prices: endpoint({
    method: 'GET',
    path: '/api/products/:id/prices',
    access,
    summary: 'A product’s prices in the last 180 days, oldest first; empty if prices may not be stored.',
    params: IdParams,
    answer: z.array(PriceEntry),
  }),
  providerData: endpoint({
    method: 'GET',
    path: '/api/products/:id/paapi',
    access,
    summary: 'Marketplace data of a product, refreshed if older than an hour.',
    params: IdParams,
    answer: ProviderData,
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/products/:id/stats',
    access,
    summary: 'How publishers’ stories recommend a product, latest first, up to 20.',
    params: IdParams,
    answer: z.array(ProductStats),
  }),
  articles: endpoint({
    method: 'GET',
    path: '/api/products/:id/articles',
    access,
    summary: 'Articles and followed posts that recommend a product, newest first, up to 200.',
    params: IdParams,
    answer: z.array(ProductArticle),
  }),
}
