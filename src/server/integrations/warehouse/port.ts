import type { RefreshFacts } from '#shared/features/content-tracker/rules.ts'
import type { Stock } from '#shared/features/product-library/rules.ts'
import type { AdapterHealth } from '../health.ts'

/** By what posts can be put in order. */
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
] as const
export type PostSort = (typeof POST_SORTS)[number]

/** Which posts. */
export interface PostFilter {
  /** The code of a site. */
  site?: string | undefined
  /** As its site numbers it: numbers repeat on another site. */
  postId?: string | undefined
  /** Part of the title, in whatever case. */
  title?: string | undefined
  /** One flag that they have; `NONE` for those without any. */
  flag?: string | undefined
  /** The least number by which they want to be refreshed. */
  refresh?: number | undefined
}

export interface PostOrder {
  sort: PostSort
  sortOrder: 'asc' | 'desc'
}

/** A week's earnings in US dollars; weeks begin on Monday, `yyyy-MM-dd`. */
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

/** A published post, and what it earns. */
export interface WarehousePost {
  postId: string
  /** The code of its site, in lower case. */
  site: string
  title: string
  /** `yyyy-MM-dd` in UTC; null where nobody knows. */
  publishedOn: string | null
  /** Where readers find it. */
  permalink: string | null
  /** The article of ours that it shows. */
  articleId: number | null
  asins: string[]
  /** US dollars of the trailing 30 days; null where no earnings were ever told. */
  earnings: number | null
  /** By searches, in the 30 days up to a day, `yyyy-MM-dd`; null where nobody knows. */
  clicks: { count: number; until: string } | null
  /** US dollars of the last four full weeks, and of the four before. */
  lastWeeks: number
  weeksBefore: number
  flags: string[]
  /** How much it wants to be refreshed, from 0 to 100, and what that is made of. */
  refresh: number
  refreshFacts: RefreshFacts
  /** The article that renews it and is not out yet; null where there is none. */
  update: OpenUpdate | null
  /** The article that is out in a post of its own, since this one could not be changed; null where there is none. */
  renewedBy: number | null
  /** Its site lets posts be changed that were not written here. */
  isChangeable: boolean
}

/** A product of a post. */
export interface ProductAvailability {
  asin: string
  name: string
  award: string
  imageUrl: string | null
  /** US dollars that it earned in this post, of the trailing 30 days; null where that is not told apart. */
  revenue: number | null
  /** `Now` where it can be bought; null where it could not be verified. */
  availability: string | null
  /** As the other side says it. */
  rawAvailability: string
}

export interface PostAddress {
  /** The code of a site. */
  site: string
  postId: string
}

/** A site of which less has been told than of others. */
export interface LateSite {
  site: string
  name: string
  /** The Monday of the last week that is known. */
  lastWeek: string
  /** The sum of all sites ends with that week, or an earlier one; otherwise it goes on without the site. */
  isWaitedFor: boolean
}

/** How many posts have a flag, and what they earned in the trailing 30 days, in US dollars. */
export interface FlagCount {
  flag: string
  posts: number
  earnings: number
  /** Of the last four full weeks less than of the four before, all of these posts together. */
  lost: number
}

/** By what recommended products can be put in order. */
export const RECOMMENDATION_SORTS = ['asin', 'name', 'postTitle', 'stock', 'since', 'atRisk'] as const
export type RecommendationSort = (typeof RECOMMENDATION_SORTS)[number]

/** Which products of which posts. */
export interface RecommendationFilter {
  stocks: readonly Stock[]
  /** Codes of sites; left out, all of them. */
  sites?: readonly string[] | undefined
  /** Words, each of which is somewhere in the ASIN, the name or the title. */
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
  /** The article of ours that the post shows. */
  articleId: number | null
  productId: number
  asin: string
  name: string
  award: string
  imageUrl: string | null
  stock: Stock
  /** Since when; null where it was never scanned. */
  since: Date | null
  /**
   * US dollars that it earned in this post a week, on average of the four full weeks before it could not be bought any
   * more. Where that was never told of this post: what the post earned in them, by the share that the product had of
   * the posts in which it was told. Null where that is not known either, or it can be bought.
   */
  atRisk: number | null
  /** `atRisk` is such a share. */
  isEstimated: boolean
  /** Its site lets posts be changed that were not written here. */
  isChangeable: boolean
  /** The update of the post that is in progress; `isWithout` if it no longer recommends the product. */
  update: (OpenUpdate & { isWithout: boolean }) | null
}

/** A product with all posts that recommend it. */
export interface RecommendedProduct
  extends Pick<Recommendation, 'productId' | 'asin' | 'name' | 'imageUrl' | 'stock' | 'since'> {
  posts: number
  /** The sum of all that is known of it; null where nothing is. */
  atRisk: number | null
  /** Some of it is estimated. */
  isEstimated: boolean
  /** Posts whose risk is unknown. */
  unknown: number
  /** What loses most first; of more than `SHOWN_POSTS` the first ones. */
  rows: Recommendation[]
}

/** So many of a product's posts come with it. */
export const SHOWN_POSTS = 100

/** What some recommendations have at stake together. */
export interface RiskSummary {
  products: number
  posts: number
  /** US dollars a week of all whose sum is known; null where none is. */
  atRisk: number | null
  isEstimated: boolean
  /** Recommendations whose risk is unknown. */
  unknown: number
  /** Those that cannot be bought only since a moment. */
  news: { products: number; atRisk: number | null }
  /** By the codes of sites, what loses most first. */
  sites: { site: string; atRisk: number }[]
}

export interface RecommendationCount {
  total: number
  /** The sum of all that is known of it; null where nothing is. */
  atRisk: number | null
  /** How many there are whose risk is unknown. */
  unknown: number
}

/** The posts of all sites with what they earn and recommend. Every method may throw `IntegrationError`. */
export interface Warehouse {
  /** A page of posts, ties by their numbers, and how many there are. Pages begin with 1. */
  content(
    query: PostFilter & PostOrder & { page: number; pageSize: number },
  ): Promise<{ total: number; rows: WarehousePost[] }>
  /** All of them, some at a time, as fast as they are taken. */
  allContent(query: PostFilter & PostOrder): AsyncIterable<WarehousePost[]>
  /** One post; null where there is none. */
  findPost(address: PostAddress): Promise<WarehousePost | null>
  /** The posts that are called exactly so; at most 10. */
  postsTitled(title: string): Promise<PostAddress[]>
  /** Week by week from the first Monday on, the earliest first; weeks without any are left out. Unknown posts have none. */
  earningsOf(posts: readonly PostAddress[], from: string): Promise<EarnedWeek[][]>
  /** The same for all posts, or those of a site, up to the last week that has been told of all sites. */
  totalEarnings(query: { site?: string | undefined; from: string }): Promise<EarnedWeek[]>
  /** The sites, or the one, whose last week lies in these, both ends counting, and is not the last one that is told of any; the longest silent first. */
  lateSites(query: { site?: string | undefined; from: string; to: string }): Promise<LateSite[]>
  /** For each flag, for `ALL` posts and for those with `NONE`. */
  countFlags(query: Pick<PostFilter, 'site' | 'title'>): Promise<FlagCount[]>
  /** A post's products in order, or those of them that are asked for. */
  availability(query: PostAddress & { asins: readonly string[] }): Promise<ProductAvailability[]>
  /** A page of what posts recommend, and how many there are. Pages begin with 1. */
  recommendations(
    query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
  ): Promise<RecommendationCount & { rows: Recommendation[] }>
  /** The same by product: `postTitle` orders by how many posts there are. */
  recommendedProducts(
    query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
  ): Promise<{ total: number; rows: RecommendedProduct[] }>
  /** All of them together. */
  riskSummary(query: RecommendationFilter & { newSince: Date }): Promise<RiskSummary>
  /** All of them, some at a time, as fast as they are taken. */
  allRecommendations(query: RecommendationFilter & RecommendationOrder): AsyncIterable<Recommendation[]>
  check(): Promise<AdapterHealth>
}
