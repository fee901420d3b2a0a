import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type {
  MarketplaceProduct,
  MarketUsage,
  Opportunity,
  OpportunityPage,
  Overview,
  SearchedKeyword,
} from '#shared/features/keywords/opportunities/contract.ts'
import {
  type Country,
  type LeadTimes,
  MARKETS,
  publishBy,
  SEASONAL_FROM,
} from '#shared/features/keywords/opportunities/rules.ts'
import { toSignificant } from '#shared/format/percent.ts'
import { relevanceOf } from '#shared/format/relevance.ts'
import type { ToldUsage } from '../../../integrations/billed-user.ts'
import type {
  Dated,
  MarketKeyword,
  MarketOverview,
  MarketProduct,
  WeekValue,
} from '../../../integrations/keyword-market/port.ts'
import type { OwnKeyword, PlannedAlready } from './queries.ts'
import type { SearchedRow } from './searched-queries.ts'

const searchAddress = (country: Country, words: string) =>
  `https://${MARKETS[country].host}/s?k=${encodeURIComponent(words)}`

function presentOurs(ours: OwnKeyword | undefined) {
  if (ours === undefined) return {}
  const { keywordId, articles, rate30 } = ours
  return {
    keyword_id: keywordId,
    ours: { articles, winning_percentage: rate30 === null ? null : toSignificant(rate30) },
  }
}

interface FoundOpportunity {
  keyword: MarketKeyword
  ours: OwnKeyword | undefined
  planned: readonly PlannedAlready[]
}

/** Input for the season, as of a day. */
interface Season {
  country: Country
  lead: LeadTimes
  today: string
}

export function presentOpportunity(
  { keyword, ours, planned }: FoundOpportunity,
  { country, lead, today }: Season,
): Opportunity {
  const { seasonality } = keyword
  return {
    name: keyword.name,
    category: keyword.category,
    keyword_url: searchAddress(country, keyword.name),
    ...presentOurs(ours),
    avgUnitsSold: keyword.unitsSold,
    avgPrice: keyword.price,
    estimatedExactSearchVolume: keyword.volume,
    monthlyTrend: keyword.monthlyTrend,
    quarterlyTrend: keyword.quarterlyTrend,
    competition: keyword.competition,
    opportunityScore: keyword.score,
    classification5: seasonality,
    isSeasonal: seasonality === null ? null : seasonality >= SEASONAL_FROM,
    peakWeek: keyword.peakWeek,
    combinedAsins: keyword.asins.map((asin) => ({ asin })),
    demand: keyword.demand,
    publish_by: publishBy(keyword, lead, today),
    planned: planned.map(({ planId, siteCode, month }) => ({ plan_id: planId, site_code: siteCode, month })),
    as_of: keyword.readAt.toISOString(),
  }
}

export const presentLead = ({
  rankDays,
  rankOf,
  writeDays,
  writeOf,
}: LeadTimes): OpportunityPage['lead'] => ({
  rank_days: rankDays,
  rank_of: rankOf,
  write_days: writeDays,
  write_of: writeOf,
})

export const presentSearched = ({
  row,
  ours,
}: {
  row: SearchedRow
  ours: OwnKeyword | undefined
}): SearchedKeyword => ({
  name: row.query,
  ...presentOurs(ours),
  clicks: row.clicks,
  impressions: row.impressions,
  position: Math.round(row.position * 10) / 10,
  posts: row.posts,
  best: {
    site_code: row.siteCode,
    site_id: row.siteId,
    post_title: row.title,
    permalink: safeAddress(row.permalink),
    article_id: row.articleId,
  },
})

export const presentUsage = ({ source, isConnected, calls }: ToldUsage): MarketUsage => ({
  source,
  is_connected: isConnected,
  calls: calls && {
    today: calls.today,
    month: calls.month,
    ceiling: calls.ceiling,
    kept_hours: calls.cacheHours,
    own: calls.own ?? null,
  },
})

export function presentOverview({
  count,
  spreads,
  usage,
}: MarketOverview & { usage: Parameters<typeof presentUsage>[0] }): Overview {
  const { competition, seasonality, score, volume, price, unitsSold } = spreads
  const copied = (spread: typeof score) => ({ ...spread, counts: [...spread.counts] })
  return {
    count,
    competition: copied(competition),
    seasonality: copied(seasonality),
    opportunity_score: copied(score),
    monthly_search_volume: copied(volume),
    avg_price: copied(price),
    avg_units_sold: copied(unitsSold),
    usage: presentUsage(usage),
  }
}

export const presentHistory = ({ value, asOf }: Dated<WeekValue[]>) => ({
  data: value,
  as_of: asOf.toISOString(),
})

export const presentMarketProduct = (
  { product, articles }: { product: MarketProduct; articles: number },
  country: Country,
  words = '',
): MarketplaceProduct => ({
  asin: product.asin,
  name: product.name,
  brand: product.brand,
  imageUrl: product.imageUrl,
  product_url: `https://${MARKETS[country].host}/dp/${encodeURIComponent(product.asin)}`,
  category: product.category,
  estimatedSales: product.sales,
  estRevenue: product.revenue,
  price: product.price,
  nReviews: product.reviews,
  nSellers: product.sellers,
  listedAt: product.isListingEstimated ? null : product.listedOn,
  estimatedListedAt: product.isListingEstimated ? product.listedOn : null,
  rating: product.rating,
  is_available: product.isAvailable,
  is_brand_only: relevanceOf(product, words) === 'brand',
  articles,
})
