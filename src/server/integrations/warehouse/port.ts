import type { Flag, NO_FLAG, RefreshFacts } from '#shared/features/content-tracker/rules.ts'
import type { Stock } from '#shared/features/product-library/rules.ts'
import type { AdapterHealth } from '../health.ts'

/** Sort keys of posts. */
export const POST_SORTS = [
  'postId',
  'site',
  'title',
  'publishedOn',
  'permalink',
  'articleUrl',
  'products',
  'earnings',
  'clicks',
  'change',
  'refresh',
  'flags',
  'taskStatus',
  'taskPriority',
] as const
export type PostSort = (typeof POST_SORTS)[number]

/** Filter for posts. */
export interface PostFilter {
  /** The code of a site. */
  site?: string | undefined
  /** The id on its site; other sites may use the same id. */
  postId?: string | undefined
  /** Part of the title, case-insensitive. */
  title?: string | undefined
  /** A flag that the posts have; `NONE` for posts without flags. */
  flag?: Flag | typeof NO_FLAG | undefined
  /** Lowest refresh score. */
  refresh?: number | undefined
  /** Section of the task, case-insensitive; `NONE` for posts without one. */
  status?: string | undefined
  /** Update level of the task, case-insensitive; `NONE` for posts without one. */
  priority?: string | undefined
}

export interface PostOrder {
  sort: PostSort
  sortOrder: 'asc' | 'desc'
}

/** Earnings of a week in US dollars. Weeks begin on Monday, `yyyy-MM-dd`. */
export interface EarnedWeek {
  weekStart: string
  earnings: number
}

/** An article that renews a post and isn’t published yet. */
export interface OpenUpdate {
  articleId: number
  status: string
  userId: number
}

/** A published post and its earnings. */
export interface WarehousePost {
  postId: string
  /** Site code in lower case. */
  site: string
  title: string
  /** `yyyy-MM-dd` in UTC; null if unknown. */
  publishedOn: string | null
  /** Public address. */
  permalink: string | null
  /** The article that it shows. */
  articleId: number | null
  asins: string[]
  /** US dollars in the trailing 30 days; null if no earnings were ever reported. */
  earnings: number | null
  /** Search clicks in the 30 days up to `until`, `yyyy-MM-dd`; null if unknown. */
  clicks: { count: number; until: string } | null
  /** US dollars of the last four full weeks, and of the four before. */
  lastWeeks: number
  weeksBefore: number
  flags: string[]
  /** Refresh score from 0 to 100, and the facts behind it. */
  refresh: number
  refreshFacts: RefreshFacts
  /** The unpublished article that will renew it; null if none. */
  update: OpenUpdate | null
  /** The article published as a separate post because this one could not be changed; null if none. */
  renewedBy: number | null
  /** Its site allows changes to posts that were not written here. */
  isChangeable: boolean
}

/** A product of a post. */
export interface ProductAvailability {
  asin: string
  name: string
  award: string
  imageUrl: string | null
  /** US dollars that it earned in this post in the trailing 30 days; null if not reported separately. */
  revenue: number | null
  /** `Now` if it can be bought; null if that could not be verified. */
  availability: string | null
  /** The source's own value. */
  rawAvailability: string
}

export interface PostAddress {
  site: string
  postId: string
}

/** A site whose reports are behind those of other sites. */
export interface LateSite {
  site: string
  name: string
  /** The Monday of the last week with data. */
  lastWeek: string
  /**
   * True if the total over all sites ends with that week or earlier. Otherwise the total continues without
   * the site.
   */
  isWaitedFor: boolean
}

/** Number of posts with a flag, and their earnings in the trailing 30 days in US dollars. */
export interface FlagCount {
  flag: string
  posts: number
  earnings: number
  /** Decrease of the last four full weeks against the four before, over all of these posts. */
  lost: number
}

/** Sort keys of recommended products. */
export const RECOMMENDATION_SORTS = ['asin', 'name', 'postTitle', 'stock', 'since', 'atRisk'] as const
export type RecommendationSort = (typeof RECOMMENDATION_SORTS)[number]

/** Filter for recommendations. */
export interface RecommendationFilter {
  stocks: readonly Stock[]
  /** Site codes; all sites if left out. */
  sites?: readonly string[] | undefined
  /** Every word must occur in the ASIN, the name or the title. */
  query?: string | undefined
}

export interface RecommendationOrder {
  sort: RecommendationSort
  sortOrder: 'asc' | 'desc'
}

/** A product that a post recommends. */
export interface Recommendation extends PostAddress {
  postTitle: string
  permalink: string | null
  /** The article that the post shows. */
  articleId: number | null
  productId: number
  asin: string
  name: string
  award: string
  imageUrl: string | null
  stock: Stock
  /** Start of the current stock state; null if never scanned. */
  since: Date | null
  /**
   * Weekly US dollars that it earned in this post: the average of the last four full weeks before it went out
   * of stock. If they were not reported for this post, an estimate: the post's earnings times the product's
   * share in the posts where it was reported. Null if that is unknown too, or if the product can be bought.
   */
  atRisk: number | null
  /** `atRisk` is such an estimate. */
  isEstimated: boolean
  /** It was not written here, and its site allows changes to such posts. */
  isChangeable: boolean
  /** The post is a published article of ours that recommends the product. */
  isInArticle: boolean
  /** The update of the post that is in progress; `isWithout` if it no longer recommends the product. */
  update: (OpenUpdate & { isWithout: boolean }) | null
}

/** A product with all posts that recommend it. */
export interface RecommendedProduct
  extends Pick<Recommendation, 'productId' | 'asin' | 'name' | 'imageUrl' | 'stock' | 'since'> {
  posts: number
  /** Sum of the known risks; null if none is known. */
  atRisk: number | null
  /** Part of the sum is estimated. */
  isEstimated: boolean
  /** Number of posts whose risk is unknown. */
  unknown: number
  /** The highest risk first; at most `SHOWN_POSTS`. */
  rows: Recommendation[]
}

/** Most posts returned with a product. */
export const SHOWN_POSTS = 100

/** Total risk of some recommendations. */
export interface RiskSummary {
  products: number
  posts: number
  /** US dollars a week, sum of the known risks; null if none is known. */
  atRisk: number | null
  isEstimated: boolean
  /** Number of recommendations whose risk is unknown. */
  unknown: number
  /** Those that went out of stock after `newSince`. */
  news: { products: number; atRisk: number | null }
  /** By site code, the highest risk first. */
  sites: { site: string; atRisk: number }[]
}

interface PlaceSum {
  places: number
  /** US dollars a week, sum of the known risks; null if none is known. */
  atRisk: number | null
}

/** Recommendations by where they can be changed; those with a draft without the product count only there. */
export type PlacesSummary = Record<'here' | 'sites' | 'drafted', PlaceSum>

export interface RecommendationCount {
  total: number
  /** Sum of the known risks; null if none is known. */
  atRisk: number | null
  /** Number of those whose risk is unknown. */
  unknown: number
}

/**
 * The posts of all sites with their earnings and recommendations. Every method may throw `IntegrationError`.
 */
export interface Warehouse {
  /** A page of posts and the total count. Ties are sorted by id; pages start at 1. */
  content(
    query: PostFilter & PostOrder & { page: number; pageSize: number },
  ): Promise<{ total: number; rows: WarehousePost[] }>
  /** All posts in batches, as fast as the caller consumes them. */
  allContent(query: PostFilter & PostOrder): AsyncIterable<WarehousePost[]>
  /** One post; null if it does not exist. */
  findPost(address: PostAddress): Promise<WarehousePost | null>
  /** Posts with exactly this title, at most 10. */
  postsTitled(title: string): Promise<PostAddress[]>
  /**
   * Earnings per week from the first Monday on, oldest first. Weeks without earnings are left out; an unknown
   * post has none.
   */
  earningsOf(posts: readonly PostAddress[], from: string): Promise<EarnedWeek[][]>
  /** The same for all posts, or those of a site, up to the last week that all sites have reported. */
  totalEarnings(query: { site?: string | undefined; from: string }): Promise<EarnedWeek[]>
  /**
   * The sites (or the given one) whose last reported week is between `from` and `to`, both included, and is
   * not the newest week of all sites. The longest silent first.
   */
  lateSites(query: { site?: string | undefined; from: string; to: string }): Promise<LateSite[]>
  /** Counts per flag, plus `ALL` for all posts and `NONE` for posts without flags. */
  countFlags(query: Pick<PostFilter, 'site' | 'title'>): Promise<FlagCount[]>
  /** The products of a post in order, or only the requested ones. */
  availability(query: PostAddress & { asins: readonly string[] }): Promise<ProductAvailability[]>
  /** A page of recommendations and the total count. Pages start at 1. */
  recommendations(
    query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
  ): Promise<RecommendationCount & { rows: Recommendation[] }>
  /** The same grouped by product; `postTitle` sorts by the number of posts. */
  recommendedProducts(
    query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
  ): Promise<{ total: number; rows: RecommendedProduct[] }>
  /** Totals over all of them. */
  riskSummary(query: RecommendationFilter & { newSince: Date }): Promise<RiskSummary>
  /** `mayChangeLive`: the caller may change live posts where their sites allow it. */
  placesSummary(query: RecommendationFilter & { mayChangeLive: boolean }): Promise<PlacesSummary>
  /** All of them in batches, as fast as the caller consumes them; without their updates. */
  allRecommendations(query: RecommendationFilter & RecommendationOrder): AsyncIterable<Recommendation[]>
  check(): Promise<AdapterHealth>
}
