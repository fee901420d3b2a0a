import { z } from 'zod'
import {
  FILTER_TEXT_MAXIMUM,
  OPPORTUNITY_SORTS,
  RELAXABLE,
  type Relaxable,
  SEARCHED_SORTS,
} from '#shared/features/keywords/opportunities/contract.ts'
import { COMPETITION_RANGE, SEASONALITY_RANGE } from '#shared/features/keywords/opportunities/rules.ts'
import { COUNTRIES } from '#shared/format/labels.ts'
import { listOf, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { QUERY_FILTER, SITE_FILTER } from '../../ground/filters/search.ts'
import { PLANNER_FILTERS } from '../planner/search.ts'

const amount = z.coerce.number().min(0).max(1_000_000_000).optional().catch(undefined)
const within = ({ min, max }: { min: number; max: number }, preset: number) =>
  z.coerce.number().min(min).max(max).default(preset).catch(preset)
const flag = (preset: boolean) => z.union([z.boolean(), z.stringbool()]).default(preset).catch(preset)
const words = z.coerce.string().max(FILTER_TEXT_MAXIMUM).default('').catch('')

const SOURCES = ['market', 'searches', 'planner'] as const
export type OpportunitySource = (typeof SOURCES)[number]
const ORDER_OF_SEARCHED = orderIn(SEARCHED_SORTS, 'impressions', 'desc')

/** Filters of the queries that people found our pages by. */
export const SEARCHED_FILTERS = {
  site: SITE_FILTER,
  query: { ...QUERY_FILTER, label: 'Words in the query' },
} as const satisfies ListFilters<ChoiceSource>

/** The address of Keyword Opportunities: filters, order and the open row. Invalid values are ignored. */
export const OpportunitiesSearch = z.object({
  region: z.enum(COUNTRIES).default('us').catch('us'),
  category: listOf(z.string().max(100), 50).catch(undefined),
  includeText: words,
  excludeText: words,
  competitionMin: within(COMPETITION_RANGE, COMPETITION_RANGE.min),
  competitionMax: within(COMPETITION_RANGE, COMPETITION_RANGE.max),
  seasonalityMin: within(SEASONALITY_RANGE, SEASONALITY_RANGE.min),
  seasonalityMax: within(SEASONALITY_RANGE, SEASONALITY_RANGE.max),
  opportunityScoreMin: amount,
  opportunityScoreMax: amount,
  monthlySearchVolumeMin: amount,
  monthlySearchVolumeMax: amount,
  /** Aliases of the two parameters above, which take precedence if both are given. */
  monthlyVlmMin: amount,
  monthlyVlmMax: amount,
  avgPriceMin: amount,
  avgPriceMax: amount,
  avgUnitsSoldMin: amount,
  avgUnitsSoldMax: amount,
  monthlyTrendMin: amount,
  monthlyTrendMax: amount,
  excludeTopBrands: flag(true),
  excludeExistingKeywords: flag(false),
  /** Keywords whose filtered figures are unknown stay in the list. */
  includeUnknown: flag(false),
  page: PageField.catch(1),
  ...orderIn(OPPORTUNITY_SORTS, 'opportunityScore', 'desc'),
  /** The keyword whose row is open. */
  open: z.coerce.string().max(255).optional().catch(undefined),
  /** The dialog about updates is open. */
  schedule: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
  /** The source of the keywords: a market, queries from Search Console, or the plan. */
  source: z.enum(SOURCES).default('market').catch('market'),
  /** Parameters of the queries from Search Console: words, site and order. */
  query: SEARCHED_FILTERS.query.address,
  site: SEARCHED_FILTERS.site.address,
  seenSort: ORDER_OF_SEARCHED.sort,
  seenOrder: ORDER_OF_SEARCHED.sortOrder,
  /** Parameters of the plan. */
  plannedBy: PLANNER_FILTERS.plannedBy.address,
  plannedIn: PLANNER_FILTERS.plannedIn.address,
  /** The keyword for which an article is being requested. */
  request: z.coerce.string().max(300).optional().catch(undefined),
  /** The site of that request. */
  requestFor: z.coerce.number().int().min(1).optional().catch(undefined),
})
export type OpportunitiesSearch = z.output<typeof OpportunitiesSearch>

type Parameter = keyof OpportunitiesSearch

/** The parameters of each filter. */
export const PARAMETERS = {
  category: ['category'],
  includeText: ['includeText'],
  excludeText: ['excludeText'],
  competition: ['competitionMin', 'competitionMax'],
  seasonality: ['seasonalityMin', 'seasonalityMax'],
  opportunityScore: ['opportunityScoreMin', 'opportunityScoreMax'],
  monthlySearchVolume: ['monthlySearchVolumeMin', 'monthlySearchVolumeMax', 'monthlyVlmMin', 'monthlyVlmMax'],
  avgPrice: ['avgPriceMin', 'avgPriceMax'],
  avgUnitsSold: ['avgUnitsSoldMin', 'avgUnitsSoldMax'],
  monthlyTrend: ['monthlyTrendMin', 'monthlyTrendMax'],
  excludeTopBrands: ['excludeTopBrands'],
  excludeExistingKeywords: ['excludeExistingKeywords'],
} as const satisfies Record<Relaxable, readonly Parameter[]>

/** Filters that exclude keywords. The country is not one: it selects the market. */
export const FILTERED = {
  address: OpportunitiesSearch,
  filters: [...Object.values(PARAMETERS).flat(), 'includeUnknown' as const],
}

/** The parts that a saved view stores. The planner and queries from Search Console have no saved views. */
export const VIEW = {
  schema: OpportunitiesSearch,
  parameters: ['region', ...FILTERED.filters, 'sort', 'sortOrder'],
} as const

const REST = OpportunitiesSearch.parse({})

/** The change that removes a filter completely and goes back to the first page. */
export function without(filter: Relaxable): Partial<OpportunitiesSearch> {
  if (filter === 'excludeTopBrands') return { excludeTopBrands: false, page: 1 }
  return { ...Object.fromEntries(PARAMETERS[filter].map((name) => [name, REST[name]])), page: 1 }
}

/** Whether a filter excludes keywords. Top brands are excluded by default. */
export const isInForce = (search: OpportunitiesSearch, filter: Relaxable): boolean =>
  filter === 'excludeTopBrands'
    ? search.excludeTopBrands
    : PARAMETERS[filter].some((name) => search[name] !== REST[name])

export const filtersInForce = (search: OpportunitiesSearch): Relaxable[] =>
  RELAXABLE.filter((filter) => isInForce(search, filter))

/** The bounds of the monthly search volume, under either of their names in the address. */
export const volumeBounds = (search: OpportunitiesSearch) => ({
  min: search.monthlySearchVolumeMin ?? search.monthlyVlmMin,
  max: search.monthlySearchVolumeMax ?? search.monthlyVlmMax,
})

/** Maps the address's names to the API's names. */
export const filterOf = ({
  region,
  includeText,
  excludeText,
  excludeTopBrands,
  excludeExistingKeywords,
  includeUnknown,
  open: _open,
  schedule: _schedule,
  source: _source,
  query: _query,
  site: _site,
  seenSort: _seenSort,
  seenOrder: _seenOrder,
  plannedBy: _plannedBy,
  plannedIn: _plannedIn,
  request: _request,
  requestFor: _requestFor,
  ...search
}: OpportunitiesSearch) => ({
  ...search,
  country: region,
  ...(includeText === '' ? {} : { includeText }),
  ...(excludeText === '' ? {} : { excludeText }),
  excludeTopBrands: excludeTopBrands ? ('true' as const) : ('false' as const),
  excludeExistingKeywords: excludeExistingKeywords ? ('true' as const) : ('false' as const),
  ...(includeUnknown ? { include_unknown: 'true' as const } : {}),
})

/** The address's part about queries from Search Console, with the names of a list. */
const SearchedSearch = z.object({
  ...parametersOf(SEARCHED_FILTERS),
  excludeExistingKeywords: flag(false),
  page: OpportunitiesSearch.shape.page,
  ...ORDER_OF_SEARCHED,
})
export type SearchedSearch = z.output<typeof SearchedSearch>
export const SEARCHED_LIST = {
  address: SearchedSearch,
  filters: ['site', 'query', 'excludeExistingKeywords'] as const,
}

export const searchedSearchOf = ({
  site,
  query,
  excludeExistingKeywords,
  page,
  seenSort,
  seenOrder,
}: OpportunitiesSearch): SearchedSearch => ({
  site,
  query,
  excludeExistingKeywords,
  page,
  sort: seenSort,
  sortOrder: seenOrder,
})

/** Maps changes of that part back to the names in the address. */
export const searchedPatch = ({
  sort,
  sortOrder,
  ...patch
}: Partial<SearchedSearch>): Partial<OpportunitiesSearch> => ({
  ...patch,
  ...(sort === undefined ? {} : { seenSort: sort }),
  ...(sortOrder === undefined ? {} : { seenOrder: sortOrder }),
})
