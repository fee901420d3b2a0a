import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { Download, XLSX } from '../../../http/download.ts'
import { endpoint } from '../../../http/endpoint.ts'
import {
  Id,
  listOf,
  PAGE_SIZE,
  PageField,
  SortOrder,
  sortKey,
  text,
  wholeNumber,
} from '../../../http/fields.ts'
import { SaleCommission } from '../../products/commission-categories/contract.ts'
import { STOCKS } from '../../products/product-library/rules.ts'
import { STOCK_PRESET } from './rules.ts'

export const STOCK_REPORT_SORTS = [
  'ASIN',
  'TITLE',
  'POST_TITLE',
  'AVAILABILITY_TYPE',
  'SINCE',
  'AT_RISK',
] as const
export type StockReportSort = (typeof STOCK_REPORT_SORTS)[number]

/** A product of a post. */
export const StockReportRow = z.object({
  ASIN: z.string(),
  /** The product's name. */
  TITLE: z.string(),
  /** Public address of the post; null if unknown. */
  PERMALINK: z.string().nullable(),
  POST_ID: z.string(),
  POST_TITLE: z.string(),
  AVAILABILITY_TYPE: z.enum(STOCKS),
  /** The code of the post's site. */
  site: z.string(),
  /** Edit page of the post on its site; null if there is none. */
  edit_url: z.string().nullable(),
  /**
   * The caller can exchange the product in Copydesk: Copydesk wrote the post, or the site allows changes to
   * live posts and the caller may make them.
   */
  is_here: z.boolean(),
  /** The post shows one of our articles. */
  is_article: z.boolean(),
  product_id: z.number(),
  image_url: z.string().nullable(),
  award: z.string(),
  /** Start of its current state; null if never scanned. */
  since: Timestamp.nullable(),
  /** US dollars a week; null if unknown, or if the product can be bought. */
  at_risk: z.number().nullable(),
  /** `at_risk` is estimated from what the product earned in other posts. */
  is_estimate: z.boolean(),
  /** The update of the post that is in progress. */
  update: z
    .object({
      /** Null if the caller may not see it. */
      article_id: z.number().nullable(),
      status: z.string(),
      /** It no longer recommends the product. */
      is_without: z.boolean(),
    })
    .nullable(),
  /** Commission per sale by its category, if `at_risk` is unknown; null if the category has none. */
  commission: SaleCommission.nullable(),
})
export type StockReportRow = z.infer<typeof StockReportRow>

/** A product that cannot be bought, with the posts that recommend it. */
export const StockReportProduct = z.object({
  asin: z.string(),
  title: z.string(),
  product_id: z.number(),
  image_url: z.string().nullable(),
  availability_type: z.enum(STOCKS),
  since: Timestamp.nullable(),
  /** In how many posts it is recommended. */
  posts: z.number(),
  /** US dollars a week, sum of the posts' known risks; null if none is known. */
  at_risk: z.number().nullable(),
  /** Some of it is estimated. */
  is_estimate: z.boolean(),
  /** Posts whose sum is unknown. */
  unknown: z.number(),
  /** The first hundred posts, what loses most first. */
  rows: z.array(StockReportRow),
})
export type StockReportProduct = z.infer<typeof StockReportProduct>

export const StockReportSummary = z.object({
  /** False if no product's stock was ever read, so that none is known to be out of stock or in stock. */
  is_checked: z.boolean(),
  products: z.number(),
  posts: z.number(),
  /** US dollars a week, sum of all known risks; null if none is known. */
  at_risk: z.number().nullable(),
  is_estimate: z.boolean(),
  /** Products of posts whose sum is unknown. */
  unknown: z.number(),
  /** What cannot be bought only since yesterday at this time. */
  new: z.object({ products: z.number(), at_risk: z.number().nullable() }),
  /** By the codes of sites, what loses most first. */
  sites: z.array(z.object({ site: z.string(), at_risk: z.number() })),
})
export type StockReportSummary = z.infer<typeof StockReportSummary>

export const PlaceSum = z.object({
  places: z.number(),
  /** US dollars a week; null if unknown. */
  at_risk: z.number().nullable(),
})

/** Recommendations by where the caller can change them. */
export const StockReportPlaces = z.object({
  here: PlaceSum,
  on_sites: PlaceSum,
  /** They have an update without the product, which readers don’t see yet. */
  drafted: PlaceSum,
})
export type StockReportPlaces = z.infer<typeof StockReportPlaces>

/** As long as any title. */
const QUERY_MAXIMUM = 255

const Filter = z.object({
  sort: sortKey('products', STOCK_REPORT_SORTS).default('AT_RISK'),
  sortOrder: SortOrder.default('desc'),
  /** Words of an ASIN, a name or a title. */
  query: text(QUERY_MAXIMUM).optional(),
  site_filter: listOf(Id),
  /** Which states; left out, what cannot be bought. */
  stock: listOf(z.enum(STOCKS)).transform((stocks) => stocks ?? [...STOCK_PRESET]),
})
export type StockReportFilter = z.output<typeof Filter>

const access = ['ViewKeywords'] as const

export const stockReportEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/stocks/oos-report',
    access,
    summary: 'Unavailable products of published posts, one row per product and post.',
    query: Filter.extend({ page: PageField, perPage: wholeNumber(1, 100).default(PAGE_SIZE) }),
    answer: z.object({
      pageInfo: z.object({
        total: z.number(),
        /** US dollars a week, sum of the rows' known risks; null if none is known. */
        at_risk: z.number().nullable(),
        /** The rows whose sum is unknown. */
        unknown: z.number(),
      }),
      edges: z.array(StockReportRow),
    }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/stocks/oos-products',
    access,
    summary:
      'The same rows grouped by product, largest loss first. Sorting by article title sorts by the number of posts.',
    query: Filter.extend({ page: PageField, perPage: wholeNumber(1, 100).default(PAGE_SIZE) }),
    answer: z.object({ nodes: z.array(StockReportProduct), totalCount: z.number() }),
  }),
  summary: endpoint({
    method: 'GET',
    path: '/api/stocks/oos-summary',
    access,
    summary: 'Total at risk, the part that is new, and the sites concerned.',
    query: Filter,
    answer: StockReportSummary,
  }),
  places: endpoint({
    method: 'GET',
    path: '/api/stocks/oos-places',
    access,
    summary:
      'How many of the rows can be changed in Copydesk, how many on their sites, and how many are drafted but not live.',
    query: Filter,
    answer: StockReportPlaces,
  }),
  xlsx: endpoint({
    method: 'GET',
    path: '/api/stocks/oos.xlsx',
    access,
    summary: 'All rows of the report as a workbook.',
    query: Filter,
    answer: Download,
    download: [XLSX],
  }),
}
