import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { CallUsage } from '../billed-user.ts'
import type { AdapterHealth } from '../health.ts'
import type { IntegrationError } from '../integration-error.ts'

/** A market's data about a search in one country. Unknown figures are null, never guessed. */
export interface MarketKeyword {
  name: string
  /** Two keywords with the same identity are equal. */
  identity: string
  category: string
  /** Exact searches a month. */
  volume: number
  /** Percent against the previous month and quarter. */
  monthlyTrend: number | null
  quarterlyTrend: number | null
  /** Percent, 0 to 100. */
  competition: number | null
  /** 0 to 100, relative to all keywords of this market. */
  score: number
  /** Units a month. */
  unitsSold: number | null
  /** In the country's currency. */
  price: number | null
  /** 1 to 5. */
  seasonality: number | null
  /** ISO week, 1 to 52. */
  peakWeek: number | null
  /** 52 digits, one per ISO week: demand relative to the peak, in ninths. */
  demand: string | null
  /** Products among the results of the search. */
  asins: readonly string[]
  readAt: Date
}

interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

/** Sort keys of a market's keywords. */
export const MARKET_SORTS = [
  'name',
  'score',
  'volume',
  'monthlyTrend',
  'quarterlyTrend',
  'unitsSold',
  'price',
  'competition',
  'peak',
] as const
export type MarketSort = (typeof MARKET_SORTS)[number]

/**
 * Filter for a market's keywords; all given parts must match. An unknown figure is outside every bound unless
 * `withUnknown`.
 */
export interface MarketFilter {
  country: Country
  categories?: readonly string[] | undefined
  /** The keyword must contain all of these. */
  include: readonly string[]
  /** The keyword must contain none of these. */
  exclude: readonly string[]
  competition: Bounds
  seasonality: Bounds
  price: Bounds
  unitsSold: Bounds
  volume: Bounds
  monthlyTrend: Bounds
  score: Bounds
  /** Keeps keywords for which a bounded figure is unknown. */
  withUnknown: boolean
  /** Leaves out searches for leading brands. */
  withoutTopBrands: boolean
  /** Leaves out keywords of our own list. */
  withoutOurs: boolean
}

export interface MarketQuestion extends MarketFilter {
  sort: MarketSort
  order: 'asc' | 'desc'
  /** The week with which sorting by peak begins. Keywords without a season come last. */
  firstPeak: number
  limit: number
  offset: number
}

/** Number of a market's keywords in each part of a range, from least to most. */
export interface Spread {
  least: number
  most: number
  counts: readonly number[]
}
export const SPREAD_KEYS = ['competition', 'seasonality', 'score', 'volume', 'price', 'unitsSold'] as const
export type SpreadKey = (typeof SPREAD_KEYS)[number]

export interface MarketOverview {
  /** All keywords of the country. */
  count: number
  spreads: Readonly<Record<SpreadKey, Spread>>
}

export type HistoryKind = 'unitsSold' | 'price' | 'searchVolume' | 'seasonality'

export interface WeekValue {
  /** First day of the week, a Monday or Sunday, `yyyy-MM-dd`. */
  date: string
  value: number
}

/** A value from an external source, and when it was read. */
export interface Dated<Value> {
  value: Value
  asOf: Date
  /** Why it could not be refreshed. The value is then the stored one. */
  failure?: IntegrationError
}

/** A product of a marketplace with the market's estimates. */
export interface MarketProduct {
  asin: string
  name: string
  brand: string | null
  imageUrl: string | null
  category: string | null
  /** Units in 30 days. */
  sales: number | null
  /** In 30 days, in the country's currency. */
  revenue: number | null
  price: number | null
  reviews: number | null
  sellers: number | null
  /** `yyyy-MM-dd`. */
  listedOn: string | null
  isListingEstimated: boolean
  rating: number | null
  /** Null if the market does not report it. */
  isAvailable: boolean | null
}

export const PRODUCT_SORTS = [
  'name',
  'price',
  'nReviews',
  'nSellers',
  'estimatedSales',
  'estRevenue',
] as const
export type MarketProductSort = (typeof PRODUCT_SORTS)[number]

export interface ProductQuestion {
  country: Country
  /** All of these words must occur in its name, brand or category. */
  words: string
  ratingMin: number
  reviewsMin: number
  showUnavailable: boolean
  sort: MarketProductSort
  order: 'asc' | 'desc'
  page: number
  perPage: number
}

/** A page of products. */
export interface FoundMarketProducts {
  products: MarketProduct[]
  totalCount: number
  /** If nothing matches: the nearest spelling that does. A market that does not know its words has none. */
  nearest?: string | null
}

/** A search as described by a file. Null is what the file does not contain. */
export type FileKeyword = Omit<MarketKeyword, 'score' | 'demand' | 'asins'> & { country: Country }

/** A product as described by a file. Null is what the file does not contain. */
export type FileProduct = Omit<MarketProduct, 'isListingEstimated'> & { country: Country; readAt: Date }

/** Imports searches and products from files. Fields that a file does not contain keep their stored values. */
export interface MarketFiles {
  saveKeywords(keywords: readonly FileKeyword[]): Promise<void>
  /** Each product may occur only once. */
  saveProducts(products: readonly FileProduct[]): Promise<void>
  /** Recomputes the scores of a country's keywords. */
  rescore(country: Country): Promise<void>
}

/** Searches of a marketplace and their products. Methods throw `IntegrationError`. */
export interface KeywordMarket {
  /** Name of the source, as in `AdapterHealth`. */
  source: string
  /** Loads the market's data for these words. If the market cannot be reached, the stored data stays. */
  learn(country: Country, words: string): Promise<void>
  opportunities(question: MarketQuestion): Promise<MarketKeyword[]>
  /** Number of keywords that match each filter. */
  countOpportunities(filters: readonly MarketFilter[]): Promise<number[]>
  overview(country: Country): Promise<MarketOverview>
  /** In alphabetical order. */
  categories(country: Country): Promise<string[]>
  /**
   * Two years of whole weeks, oldest first. For a season: the 52 ISO weeks in percent of the peak. Null for
   * an unknown keyword.
   */
  history(kind: HistoryKind, name: string, country: Country): Promise<Dated<WeekValue[]> | null>
  productsByAsin(asins: readonly string[], country: Country): Promise<Dated<MarketProduct[]>>
  searchProducts(question: ProductQuestion): Promise<Dated<FoundMarketProducts>>
  /** False if no market is connected; a market without this method is always connected. */
  isConnected?(): Promise<boolean>
  /** False if no products are known; a market without this method has some. */
  hasProducts?(): Promise<boolean>
  /** Only a market without a vendor imports files. */
  files?: MarketFiles
  /** Usage of the vendor; null if requests are free. */
  usage(): Promise<CallUsage | null>
  /** Refreshes the stored data. */
  refresh(): Promise<void>
  check(): Promise<AdapterHealth>
}
