import { z } from 'zod'
import {
  LOG_PAGE_SIZES,
  MISMATCH_SORTS,
  PERIODS,
  RIVALRY_REACHES,
  RIVALRY_SORTS,
  RIVALRY_STANDINGS,
  USUAL_PERIOD,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import { isOneOf } from '#shared/format/keys.ts'
import { PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { QUERY_FILTER, SITE_FILTER } from '../../ground/filters/search.ts'

export const GSC_TABS = ['mismatch', 'ignored', 'log', 'striking', 'rivals'] as const
export type GscTab = (typeof GSC_TABS)[number]

/** Filters that exclude posts. */
export const GSC_FILTERS = {
  site: SITE_FILTER,
  query: { ...QUERY_FILTER, label: 'Post or keyword' },
} as const satisfies ListFilters<ChoiceSource>

const numberIn = <const Values extends readonly number[]>(values: Values, usual: Values[number]) =>
  z.coerce
    .number()
    .refine((value): value is Values[number] => isOneOf(values, value))
    .default(usual)
    .catch(usual)

const ORDER_OF_RIVALRIES = orderIn(RIVALRY_SORTS, 'LOST', 'desc')

/** The address of the GSC Keywords Manager. Invalid values are ignored. */
export const GscSearch = z.object({
  tab: z.enum(GSC_TABS).default('mismatch').catch('mismatch'),
  ...parametersOf(GSC_FILTERS),
  period: numberIn(PERIODS, USUAL_PERIOD),
  ...orderIn(MISMATCH_SORTS, 'CLICKS', 'desc'),
  page: PageField.catch(1),
  /** Rows per page of the log. */
  perPage: numberIn(LOG_PAGE_SIZES, LOG_PAGE_SIZES[0]),
  /** The open row, by site and post, or by its query. */
  post: z.string().max(300).optional().catch(undefined),
  /** Which competing posts are included, and the order of the queries. */
  reach: z.enum(RIVALRY_REACHES).default('across').catch('across'),
  standing: z.enum(RIVALRY_STANDINGS).default('open').catch('open'),
  rank: ORDER_OF_RIVALRIES.sort,
  rankOrder: ORDER_OF_RIVALRIES.sortOrder,
  /** The compared row of the striking-distance list. */
  compare: z.string().max(600).optional().catch(undefined),
  /** Opens the export. */
  export: z.coerce.string().max(1).optional().catch(undefined),
})
export type GscSearch = z.output<typeof GscSearch>

/** Filters that exclude rows from a list. */
export const FILTERED = { address: GscSearch, filters: ['site', 'query'] as const }

/** The same for lists with a fixed order. */
const PlainSearch = z.object({
  ...parametersOf(GSC_FILTERS),
  page: GscSearch.shape.page,
  perPage: GscSearch.shape.perPage,
  period: GscSearch.shape.period,
  compare: GscSearch.shape.compare,
})
export type PlainSearch = z.output<typeof PlainSearch>
export const PLAIN = { address: PlainSearch, filters: FILTERED.filters }

/** Maps the address's names to those of the API calls, for any of the lists. */
export const filterOf = ({ site, query, page }: Pick<PlainSearch, 'site' | 'query' | 'page'>) => ({
  ...(site === undefined ? {} : { site }),
  ...(query === '' ? {} : { query }),
  page,
})

/** The same for the list of competing posts, which has an order of its own. */
const RivalrySearch = z.object({
  ...parametersOf(GSC_FILTERS),
  page: GscSearch.shape.page,
  period: GscSearch.shape.period,
  reach: GscSearch.shape.reach,
  standing: GscSearch.shape.standing,
  post: GscSearch.shape.post,
  ...ORDER_OF_RIVALRIES,
})
export type RivalrySearch = z.output<typeof RivalrySearch>
export const RIVALRIES = {
  address: RivalrySearch,
  filters: [...FILTERED.filters, 'reach', 'standing'] as const,
}

export const rivalrySearchOf = ({ rank, rankOrder, ...search }: GscSearch): RivalrySearch => ({
  site: search.site,
  query: search.query,
  page: search.page,
  period: search.period,
  reach: search.reach,
  standing: search.standing,
  post: search.post,
  sort: rank,
  sortOrder: rankOrder,
})

/** Maps its changes back to the names in the address. */
export const rivalryPatch = ({ sort, sortOrder, ...patch }: Partial<RivalrySearch>): Partial<GscSearch> => ({
  ...patch,
  ...(sort === undefined ? {} : { rank: sort }),
  ...(sortOrder === undefined ? {} : { rankOrder: sortOrder }),
})
