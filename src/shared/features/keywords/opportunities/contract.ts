import { z } from 'zod'
import { COUNTRIES } from '../../../format/labels.ts'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, listOf, PageField, SENT, SortOrder, sortKey, text } from '../../../http/fields.ts'
import { tidyAsin } from '../../products/products/rules.ts'
import { KEYWORD_MAXIMUM } from '../keywords/contract.ts'
import { COMPETITION_RANGE, SEARCHED, SEASONALITY_RANGE } from './rules.ts'

export const OPPORTUNITIES_PAGE_SIZE = 50
/** Words that a keyword must or must not contain, separated by commas. */
export const FILTER_TEXT_MAXIMUM = 200
const CATEGORY_MAXIMUM = 100
const MOST_AMOUNT = 1_000_000_000
const MOST_ASINS = 20

export const CountryField = z.enum(COUNTRIES)

/** A bound of a range, 0 or more. */
const Amount = z
  .union([z.string().regex(/^\d{1,10}(\.\d{1,4})?$/, 'Enter a number, 0 or more'), z.number()])
  .transform(Number)
  .pipe(z.number().min(0).max(MOST_AMOUNT))
  .register(SENT, { type: 'number', minimum: 0, maximum: MOST_AMOUNT })
const bounds = Amount.optional()
const within = ({ min, max }: { min: number; max: number }, preset: number) =>
  Amount.pipe(z.number().min(min).max(max)).default(preset)

const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** One or more parts of a keyword, separated by commas. */
const FilterText = text(FILTER_TEXT_MAXIMUM).optional()

export const OPPORTUNITY_SORTS = [
  'opportunityScore',
  'name',
  'estimatedExactSearchVolume',
  'monthlyTrend',
  'quarterlyTrend',
  'avgUnitsSold',
  'avgPrice',
  'competition',
  'publishBy',
] as const
export type OpportunitySort = (typeof OPPORTUNITY_SORTS)[number]

/**
 * Filter for keywords of a market; all given parts must match. `monthlyVlmMin` and `monthlyVlmMax` are
 * aliases for the bounds of the monthly search volume and apply only if those are missing.
 */
export const OpportunityFilter = z.object({
  country: CountryField.default('us'),
  category: listOf(text(CATEGORY_MAXIMUM), 50),
  includeText: FilterText,
  excludeText: FilterText,
  competitionMin: within({ ...COMPETITION_RANGE, min: 0 }, COMPETITION_RANGE.min),
  competitionMax: within({ ...COMPETITION_RANGE, min: 0 }, COMPETITION_RANGE.max),
  seasonalityMin: within(SEASONALITY_RANGE, SEASONALITY_RANGE.min),
  seasonalityMax: within(SEASONALITY_RANGE, SEASONALITY_RANGE.max),
  excludeTopBrands: Flag.default(true),
  excludeExistingKeywords: Flag.default(false),
  /** Keeps keywords for which a filtered figure is unknown. */
  include_unknown: Flag.default(false),
  avgPriceMin: bounds,
  avgPriceMax: bounds,
  avgUnitsSoldMin: bounds,
  avgUnitsSoldMax: bounds,
  monthlySearchVolumeMin: bounds,
  monthlySearchVolumeMax: bounds,
  monthlyTrendMin: bounds,
  monthlyTrendMax: bounds,
  monthlyVlmMin: bounds,
  monthlyVlmMax: bounds,
  opportunityScoreMin: bounds,
  opportunityScoreMax: bounds,
})
export type OpportunityFilter = z.output<typeof OpportunityFilter>

export const OpportunityQuery = OpportunityFilter.extend({
  page: PageField,
  sort: sortKey('opportunities', OPPORTUNITY_SORTS).default('opportunityScore'),
  sortOrder: SortOrder.default('desc'),
})
export type OpportunityQuery = z.output<typeof OpportunityQuery>

/** A search in a market. Unknown figures are null. */
export const Opportunity = z.object({
  name: z.string(),
  category: z.string(),
  /** The marketplace's own page for this search. */
  keyword_url: z.string(),
  /** Set only if the keyword is in our list. */
  keyword_id: z.number().optional(),
  /** Our articles and results for it; set together with `keyword_id`. */
  ours: z
    .object({
      /** Requested, approved or published articles. */
      articles: z.number(),
      /** Percent of the last 30 days with data on which we held it; null without data. */
      winning_percentage: z.number().nullable(),
    })
    .optional(),
  /** Units a month. */
  avgUnitsSold: z.number().nullable(),
  /** In the country's currency. */
  avgPrice: z.number().nullable(),
  /** Searches a month. */
  estimatedExactSearchVolume: z.number(),
  /** Percent. */
  monthlyTrend: z.number().nullable(),
  quarterlyTrend: z.number().nullable(),
  /** Percent, 0 to 100. */
  competition: z.number().nullable(),
  /** 0 to 100, among all keywords of the country. */
  opportunityScore: z.number(),
  /** Seasonality, 1 to 5. */
  classification5: z.number().nullable(),
  isSeasonal: z.boolean().nullable(),
  /** ISO week, 1 to 52. */
  peakWeek: z.number().nullable(),
  combinedAsins: z.array(z.object({ asin: z.string() })),
  /** 52 digits, one per ISO week: demand relative to the peak, in ninths. */
  demand: z.string().nullable(),
  /** Latest date to publish, its peak, and the peak that is missed; null without a season. */
  publish_by: z.object({ date: DateOnly, peak: DateOnly, missed: DateOnly.nullable() }).nullable(),
  /** Existing plans, the earliest month first. */
  planned: z.array(z.object({ plan_id: z.number(), site_code: z.string(), month: z.string() })),
  as_of: Timestamp,
})
export type Opportunity = z.infer<typeof Opportunity>

/** Filters that the answer can suggest to relax. */
export const RELAXABLE = [
  'category',
  'includeText',
  'excludeText',
  'competition',
  'seasonality',
  'opportunityScore',
  'monthlySearchVolume',
  'avgPrice',
  'avgUnitsSold',
  'monthlyTrend',
  'excludeTopBrands',
  'excludeExistingKeywords',
] as const
export type Relaxable = (typeof RELAXABLE)[number]

/** Days before a seasonal peak; measured on that number of our articles, or `null` if configured. */
export const Lead = z.object({
  rank_days: z.number(),
  rank_of: z.number().nullable(),
  write_days: z.number(),
  write_of: z.number().nullable(),
})

export const OpportunityPage = z.object({
  keywords: z.array(Opportunity),
  total_count: z.number(),
  /** Keywords that match except for an unknown figure; in the total if unknown figures are. */
  unknown_count: z.number(),
  /** Without results: the number of results without each single filter, the largest first. */
  without: z.array(z.object({ filter: z.enum(RELAXABLE), count: z.number() })),
  /** Why the market could not be reached, as a sentence. The answer then contains stored data. */
  problem: z.string().nullable(),
  lead: Lead,
})
export type OpportunityPage = z.infer<typeof OpportunityPage>

/** Keywords per step from `least` to `most`: equal steps, or a constant ratio (volumes, prices, units). */
export const SpreadShape = z.object({ least: z.number(), most: z.number(), counts: z.array(z.number()) })

/** The data source and its usage. `calls` is null if requests are free. */
export const MarketUsage = z.object({
  /** `built-in`, or the vendor's name. */
  source: z.string(),
  /** False if there is no provider. Then only the sample has data. */
  is_connected: z.boolean(),
  calls: z
    .object({
      today: z.number(),
      month: z.number(),
      /** Daily limit of calls. */
      ceiling: z.number(),
      /** How long an answer is cached, in hours. */
      kept_hours: z.number(),
      /** The user's own calls today, and their limit. */
      own: z.object({ today: z.number(), most: z.number() }).nullable(),
    })
    .nullable(),
})
export type MarketUsage = z.infer<typeof MarketUsage>

export const Overview = z.object({
  /** All keywords of the country. */
  count: z.number(),
  competition: SpreadShape,
  seasonality: SpreadShape,
  opportunity_score: SpreadShape,
  monthly_search_volume: SpreadShape,
  avg_price: SpreadShape,
  avg_units_sold: SpreadShape,
  usage: MarketUsage,
})
export type Overview = z.infer<typeof Overview>

export const OfKeyword = z.object({ name: text(KEYWORD_MAXIMUM).min(1), country: CountryField.default('us') })

/** One row per week. For a season: percent of the peak in each ISO week of this year. */
export const ChartRows = z.object({
  data: z.array(z.object({ date: DateOnly, value: z.number() })),
  as_of: Timestamp,
})
export type ChartRows = z.infer<typeof ChartRows>

export const MarketplaceProduct = z.object({
  asin: z.string(),
  name: z.string(),
  brand: z.string().nullable(),
  imageUrl: z.string().nullable(),
  product_url: z.string(),
  category: z.string().nullable(),
  /** Units in 30 days. */
  estimatedSales: z.number().nullable(),
  /** In 30 days, in the country's currency. */
  estRevenue: z.number().nullable(),
  price: z.number().nullable(),
  nReviews: z.number().nullable(),
  nSellers: z.number().nullable(),
  /** `yyyy-MM-dd`; only one of the two is set. */
  listedAt: DateOnly.nullable(),
  estimatedListedAt: DateOnly.nullable(),
  /** Stars, to 5. */
  rating: z.number().nullable(),
  is_available: z.boolean().nullable(),
  /** The search names only the brand, not the product. */
  is_brand_only: z.boolean(),
  /** Number of our articles that recommend it: requested, approved or published. */
  articles: z.number(),
})
export type MarketplaceProduct = z.infer<typeof MarketplaceProduct>

export const PRODUCT_RATING_MINIMUM = 4.5
export const PRODUCT_REVIEWS_MINIMUM = 100
export const PRODUCT_PAGE_SIZES = [25, 50, 100] as const
export const PRODUCT_PAGE_SIZE = 50
export const MARKET_PRODUCT_SORTS = [
  'price',
  'name',
  'nReviews',
  'nSellers',
  'estimatedSales',
  'estRevenue',
] as const
export const PRODUCT_TEXT_MAXIMUM = 200

export const MarketProductQuery = z.object({
  country: CountryField.default('us'),
  ratingMin: Amount.pipe(z.number().max(5)).default(PRODUCT_RATING_MINIMUM),
  reviewsMin: Amount.default(PRODUCT_REVIEWS_MINIMUM),
  page: PageField,
  perPage: z.coerce
    .number()
    .pipe(z.union(PRODUCT_PAGE_SIZES.map((size) => z.literal(size))))
    .register(SENT, { type: 'integer', enum: PRODUCT_PAGE_SIZES })
    .default(PRODUCT_PAGE_SIZE),
  sortBy: sortKey('products', MARKET_PRODUCT_SORTS).default('price'),
  sortOrder: SortOrder.default('desc'),
  includeText: text(PRODUCT_TEXT_MAXIMUM).optional(),
  showUnavailable: Flag.default(false),
})
export type MarketProductQuery = z.output<typeof MarketProductQuery>

/** Products in the shape that older clients expect: nested two levels deep. */
const ofProducts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.object({ data: z.object(shape) }) })

const MarketProductPage = ofProducts({
  total_count: z.number(),
  products: z.array(MarketplaceProduct),
  nearest: z.string().nullable(),
  as_of: Timestamp,
  usage: MarketUsage,
})
export type MarketProductPage = z.infer<typeof MarketProductPage>

/** Sort keys of queries from Search Console. */
export const SEARCHED_SORTS = ['impressions', 'clicks', 'position', 'name'] as const
export type SearchedSort = (typeof SEARCHED_SORTS)[number]

const SearchedQuery = z.object({
  /** Words of the query. */
  query: text(200).optional(),
  /** Id of the site that gets the most impressions for it. */
  site: Id.optional(),
  exclude_existing_keywords: Flag.default(false),
  page: PageField,
  sort: sortKey('queries', SEARCHED_SORTS).default('impressions'),
  sortOrder: SortOrder.default('desc'),
})
export type SearchedQuery = z.output<typeof SearchedQuery>

/** A query that shows our posts, although none of them is about it. */
export const SearchedKeyword = Opportunity.pick({ name: true, keyword_id: true, ours: true }).extend({
  clicks: z.number(),
  impressions: z.number(),
  /** Mean position in the results, weighted by impressions. */
  position: z.number(),
  /** Number of our posts that it shows. */
  posts: z.number(),
  /** The post with the most clicks. */
  best: z.object({
    site_code: z.string(),
    site_id: z.number(),
    post_title: z.string(),
    permalink: z.string().nullable(),
    /** The article that the post shows; null if none. */
    article_id: z.number().nullable(),
  }),
})
export type SearchedKeyword = z.infer<typeof SearchedKeyword>

export const SearchedPage = z.object({
  nodes: z.array(SearchedKeyword),
  totalCount: z.number(),
  /** The newest day with data of any site, `yyyy-MM-dd`; null if none. */
  until: DateOnly.nullable(),
})
export type SearchedPage = z.infer<typeof SearchedPage>

const access = ['KeywordsOpportunities'] as const

const chart = (path: string, what: string) =>
  endpoint({
    method: 'GET',
    path: `/api/keyword-opportunities/${path}`,
    access,
    summary: `${what}; 404 for an unknown keyword.`,
    query: OfKeyword,
    answer: ChartRows,
  })

export const opportunityEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities',
    access,
    summary: `A page of ${OPPORTUNITIES_PAGE_SIZE} keywords of a country’s market that match the filters, with the total.`,
    query: OpportunityQuery,
    answer: OpportunityPage,
  }),
  searched: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/searched',
    access,
    summary: `A page of ${OPPORTUNITIES_PAGE_SIZE} queries with impressions in the last ${SEARCHED.days} days that none of our posts has as its keyword.`,
    query: SearchedQuery,
    answer: SearchedPage,
  }),
  overview: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/overview',
    access,
    summary: 'How a country’s keywords are distributed over the filters’ ranges, and the quota used.',
    query: z.object({ country: CountryField.default('us') }),
    answer: Overview,
  }),
  categories: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/categories',
    access,
    summary: 'The categories of a country’s keywords.',
    query: z.object({ country: CountryField.default('us') }),
    answer: z.object({ categories: z.array(z.string()) }),
  }),
  averageUnitsSold: chart('average-units-sold', 'Units sold for a search, by week'),
  averagePrice: chart('average-price', 'Average price of a search’s products, by week'),
  searchVolume: chart('search-volume', 'Search volume of a keyword, by week'),
  seasonality: chart('seasonality', 'Demand for a keyword by week of the year'),
  topProducts: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/top-products',
    access,
    summary: 'Market data of products: repeat `asins`.',
    query: z.object({
      asins: listOf(text(40).transform(tidyAsin), MOST_ASINS),
      country: CountryField.default('us'),
    }),
    answer: ofProducts({ products: z.array(MarketplaceProduct), as_of: Timestamp }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/products',
    access: ['ViewTools'],
    summary: 'A page of the marketplace’s products. If none match, `nearest` is the closest spelling.',
    query: MarketProductQuery,
    answer: MarketProductPage,
  }),
}
