import type { Country } from '#shared/features/opportunities/rules.ts'
import type { AdapterHealth } from '../health.ts'
import type { IntegrationError } from '../integration-error.ts'
import type { CallUsage } from '../spender.ts'

/** What a market knows of a search in one country. What it does not know is null, never guessed. */
export interface MarketKeyword {
  name: string
  /** What makes two keywords the same. */
  identity: string
  category: string
  /** Exact searches a month. */
  volume: number
  /** Percent against the month before, and the quarter before. */
  monthlyTrend: number | null
  quarterlyTrend: number | null
  /** Percent, 0 to 100. */
  competition: number | null
  /** 0 to 100, among all keywords of this market. */
  score: number
  /** Units a month. */
  unitsSold: number | null
  /** In the country's currency. */
  price: number | null
  /** 1 to 5. */
  seasonality: number | null
  /** ISO week, 1 to 52. */
  peakWeek: number | null
  /** 52 digits: how much of the peak's demand each ISO week has, in ninths. */
  demand: string | null
  /** The products that share the search. */
  asins: readonly string[]
  readAt: Date
}

interface Bounds {
  min?: number | undefined
  max?: number | undefined
}

/** What the keywords of a market are sorted by. */
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

/** Which keywords of a market: every part narrows. An unknown figure is outside every bound unless `withUnknown`. */
export interface MarketFilter {
  country: Country
  categories?: readonly string[] | undefined
  /** Each of these must be part of the keyword. */
  include: readonly string[]
  /** None of these may be. */
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
  /** Leaves searches for leading brands out. */
  withoutTopBrands: boolean
  /** Leaves out what stands in our keyword list. */
  withoutOurs: boolean
}

export interface MarketQuestion extends MarketFilter {
  sort: MarketSort
  order: 'asc' | 'desc'
  /** With which week of the year the order by peaks begins; keywords without a season stand last. */
  firstPeak: number
  limit: number
  offset: number
}

/** How many of a market's keywords lie in each part of a range, from least to most. */
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
  /** The Monday or Sunday that the week begins with, `yyyy-MM-dd`. */
  date: string
  value: number
}

/** What somebody outside says, and when they said so. */
export interface Dated<Value> {
  value: Value
  asOf: Date
  /** Why they could not be asked anew; what is told is what was known. */
  failure?: IntegrationError
}

/** A product of a marketplace with what the market estimates of it. */
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
  /** Null where the market does not say. */
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
  /** All of these words must be in its name, its brand or its category. */
  words: string
  ratingMin: number
  reviewsMin: number
  showUnavailable: boolean
  sort: MarketProductSort
  order: 'asc' | 'desc'
  page: number
  perPage: number
}

/** A search as a file describes it; null is what the file does not say. */
export type FileKeyword = Omit<MarketKeyword, 'score' | 'demand' | 'asins'> & { country: Country }

/** A product as a file describes it; null is what the file does not say. */
export type FileProduct = Omit<MarketProduct, 'isListingEstimated'> & { country: Country; readAt: Date }

/** Takes what files say of searches and products. What a file does not say of something known stays. */
export interface MarketFiles {
  saveKeywords(keywords: readonly FileKeyword[]): Promise<void>
  /** Each product once. */
  saveProducts(products: readonly FileProduct[]): Promise<void>
  /** Scores the keywords of a country against each other again. */
  rescore(country: Country): Promise<void>
}

/** Searches of a marketplace, and the products behind them. Throws `IntegrationError`. */
export interface KeywordMarket {
  /** Who says so, as `AdapterHealth` names it. */
  source: string
  /** Makes sure that what the market has for these words is known; a market that cannot be asked leaves what is. */
  learn(country: Country, words: string): Promise<void>
  opportunities(question: MarketQuestion): Promise<MarketKeyword[]>
  /** How many each of these filters leaves. */
  countOpportunities(filters: readonly MarketFilter[]): Promise<number[]>
  overview(country: Country): Promise<MarketOverview>
  /** In alphabetical order. */
  categories(country: Country): Promise<string[]>
  /** Two years of whole weeks, the earliest first; of a season, the 52 ISO weeks as percent of the peak. Null for a keyword that the market does not know. */
  history(kind: HistoryKind, name: string, country: Country): Promise<Dated<WeekValue[]> | null>
  productsByAsin(asins: readonly string[], country: Country): Promise<Dated<MarketProduct[]>>
  searchProducts(question: ProductQuestion): Promise<Dated<{ products: MarketProduct[]; totalCount: number }>>
  /** False where there is no market to be asked; a market without this always is one. */
  isConnected?(): Promise<boolean>
  /** False where no products are known either; a market without this has some. */
  hasProducts?(): Promise<boolean>
  /** Only a market that asks no vendor takes files. */
  files?: MarketFiles
  /** How often the vendor was asked; null where asking costs nothing. */
  usage(): Promise<CallUsage | null>
  /** Brings up to date what is kept. */
  refresh(): Promise<void>
  check(): Promise<AdapterHealth>
}
