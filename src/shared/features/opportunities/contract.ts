import { z } from 'zod'
import { COUNTRIES } from '../../format/labels.ts'
import { endpoint } from '../../http/endpoint.ts'
import { Id, listOf, PageField, SENT, SortOrder, sortKey, text } from '../../http/fields.ts'
import { KEYWORD_MAXIMUM } from '../keywords/contract.ts'
import { tidyAsin } from '../products/rules.ts'
import { COMPETITION_RANGE, SEARCHED, SEASONALITY_RANGE } from './rules.ts'

export const OPPORTUNITIES_PAGE_SIZE = 50
/** The words that a keyword must have, or must not: parts between commas. */
export const FILTER_TEXT_MAXIMUM = 200
const CATEGORY_MAXIMUM = 100
const MOST_AMOUNT = 1_000_000_000
const MOST_ASINS = 20

export const CountryField = z.enum(COUNTRIES)

/** A number of a range: never below 0. */
const Amount = z
  .union([z.string().regex(/^\d{1,10}(\.\d{1,4})?$/, 'Enter a number, 0 or more'), z.number()])
  .transform(Number)
  .pipe(z.number().min(0).max(MOST_AMOUNT))
  .register(SENT, { type: 'number', minimum: 0, maximum: MOST_AMOUNT })
const bounds = Amount.optional()
const within = ({ min, max }: { min: number; max: number }, preset: number) =>
  Amount.pipe(z.number().min(min).max(max)).default(preset)

const Flag = z.enum(['true', 'false', '1', '0']).transform((value) => value === 'true' || value === '1')

/** A part of a keyword or several, between commas. */
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
 * Which keywords of a market: every part narrows. `monthlyVlmMin` and `monthlyVlmMax` are other names for the bounds of
 * the monthly search volume, and count where those are missing.
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
  /** Keeps keywords for which the market does not know a filtered figure. */
  includeUnknown: Flag.default(false),
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

/** A search of a market. What the market does not know is null. */
export const Opportunity = z.object({
  name: z.string(),
  category: z.string(),
  /** The marketplace's own page for this search. */
  keyword_url: z.string(),
  /** Only where the keyword stands in our list. */
  keyword_id: z.number().optional(),
  /** What ours have to do with it; there where `keyword_id` is. */
  ours: z
    .object({
      /** Those that are requested, approved or out. */
      articles: z.number(),
      /** Percent of the days with data among the last 30 on which one of ours held it; null without data. */
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
  /** 52 digits, one for each ISO week: how much of the peak's demand it has, in ninths. */
  demand: z.string().nullable(),
  /** By when an article must be out, for which peak, and which one is missed (`publishBy`); null without a season. */
  publishBy: z.object({ date: z.string(), peak: z.string(), missed: z.string().nullable() }).nullable(),
  /** Where it is planned already, the next month first. */
  planned: z.array(z.object({ plan_id: z.number(), site_code: z.string(), month: z.string() })),
  /** When the market said so. */
  as_of: z.string(),
})
export type Opportunity = z.infer<typeof Opportunity>

/** What leaves keywords out, as people know it. */
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

/** How many days lie before the peak of a season; measured of so many articles of ours, or null where they are set. */
const Lead = z.object({
  rank_days: z.number(),
  rank_of: z.number().nullable(),
  write_days: z.number(),
  write_of: z.number().nullable(),
})

const OpportunityPage = z.object({
  keywords: z.array(Opportunity),
  total_count: z.number(),
  /** How many keywords pass every filter but for a figure that the market does not know; counted in the total if they are included. */
  unknown_count: z.number(),
  /** Where there is none: how many there were without one of the filters, the most first. */
  without: z.array(z.object({ filter: z.enum(RELAXABLE), count: z.number() })),
  /** Why the market could not be asked, as a sentence; what is answered is what was known. */
  problem: z.string().nullable(),
  lead: Lead,
})
export type OpportunityPage = z.infer<typeof OpportunityPage>

/** From `least` to `most` in steps of one size, and how many keywords lie in each; volumes, prices and units in steps of one ratio. */
const SpreadShape = z.object({ least: z.number(), most: z.number(), counts: z.array(z.number()) })

/** Who is asked, and how often; calls are null where asking costs nothing. */
export const MarketUsage = z.object({
  /** `built-in`, or the vendor's name. */
  source: z.string(),
  /** False where there is nobody to be asked: nothing is known outside the sample until a provider is connected. */
  is_connected: z.boolean(),
  calls: z
    .object({
      today: z.number(),
      month: z.number(),
      /** No more are made on a day. */
      ceiling: z.number(),
      /** How long an answer is told again, in hours. */
      kept_hours: z.number(),
      /** Those of them that are yours today, and how many may be. */
      own: z.object({ today: z.number(), most: z.number() }).nullable(),
    })
    .nullable(),
})
export type MarketUsage = z.infer<typeof MarketUsage>

const Overview = z.object({
  /** All keywords of the country. */
  count: z.number(),
  competition: SpreadShape,
  seasonality: SpreadShape,
  opportunityScore: SpreadShape,
  monthlySearchVolume: SpreadShape,
  avgPrice: SpreadShape,
  avgUnitsSold: SpreadShape,
  usage: MarketUsage,
})
export type Overview = z.infer<typeof Overview>

const OfKeyword = z.object({ name: text(KEYWORD_MAXIMUM).min(1), country: CountryField.default('us') })

/** A row for each week; of a season, percent of the peak in each ISO week of this year. */
const ChartRows = z.object({
  data: z.array(z.object({ date: z.string(), value: z.number() })),
  as_of: z.string(),
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
  /** `yyyy-MM-dd`; of the two, the one that is known. */
  listedAt: z.string().nullable(),
  estimatedListedAt: z.string().nullable(),
  /** Stars, to 5. */
  rating: z.number().nullable(),
  is_available: z.boolean().nullable(),
  /** The search names its maker and nothing of what it is. */
  is_brand_only: z.boolean(),
  /** How many articles of ours recommend it: requested, approved or out. */
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

/** Products as the tools' older readers know them: two levels deep. */
const ofProducts = <Shape extends z.ZodRawShape>(shape: Shape) =>
  z.object({ data: z.object({ data: z.object(shape) }) })

const MarketProductPage = ofProducts({
  total_count: z.number(),
  products: z.array(MarketplaceProduct),
  as_of: z.string(),
  usage: MarketUsage,
})
export type MarketProductPage = z.infer<typeof MarketProductPage>

/** By what queries from Search Console can be put in order. */
export const SEARCHED_SORTS = ['impressions', 'clicks', 'position', 'name'] as const
export type SearchedSort = (typeof SEARCHED_SORTS)[number]

const SearchedQuery = z.object({
  /** Words of the query. */
  query: text(200).optional(),
  /** The number of the site that people see by it most. */
  site: Id.optional(),
  excludeExistingKeywords: Flag.default(false),
  page: PageField,
  sort: sortKey('queries', SEARCHED_SORTS).default('impressions'),
  sortOrder: SortOrder.default('desc'),
})
export type SearchedQuery = z.output<typeof SearchedQuery>

/** A query by which people see us, though no post of ours is about it. */
export const SearchedKeyword = Opportunity.pick({ name: true, keyword_id: true, ours: true }).extend({
  clicks: z.number(),
  impressions: z.number(),
  /** The mean place in results, weighted by impressions. */
  position: z.number(),
  /** By how many posts people see us. */
  posts: z.number(),
  /** The one that most of them open. */
  best: z.object({
    site_code: z.string(),
    site_id: z.number(),
    post_title: z.string(),
    permalink: z.string().nullable(),
    /** The article of ours that it shows; null where it shows none. */
    article_id: z.number().nullable(),
  }),
})
export type SearchedKeyword = z.infer<typeof SearchedKeyword>

const SearchedPage = z.object({
  keywords: z.array(SearchedKeyword),
  total_count: z.number(),
  /** The newest day that is known of any site, `yyyy-MM-dd`; null where none is. */
  until: z.string().nullable(),
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
    answer: ofProducts({ products: z.array(MarketplaceProduct), as_of: z.string() }),
  }),
  products: endpoint({
    method: 'GET',
    path: '/api/keyword-opportunities/products',
    access: ['ViewTools'],
    summary: 'A page of the marketplace’s products.',
    query: MarketProductQuery,
    answer: MarketProductPage,
  }),
}
