import { z } from 'zod'
import {
  MOST_DAYS,
  REPORT_RANGE_PRESET,
  REPORT_RANGES,
  SURFACES_VIEWS,
  WINNER_SORTS,
  WINNERS_PAGE_SIZE,
  WINNERS_PAGE_SIZES,
} from '#shared/features/market/share-of-voice/contract.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { Id, listOf, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import { defaultFilters, isFiltered as isAnyFiltered } from '#web/ui/list/filters.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { FAILURES } from './messages.ts'

const leastDays = (days: number) => ({ value: days, label: `${days} days or more` })
const LEAST_DAYS = [3, 5, 7, 14, 30, 60]

/** The filters of a report, as far as it supports them. */
export const REPORT_FILTERS = {
  site: {
    kind: 'one',
    label: 'Site',
    none: 'All sites',
    from: 'sites',
    failTitle: FAILURES.sites,
    address: Id.optional().catch(undefined),
  },
  tag: {
    kind: 'many',
    label: 'Tags',
    none: 'All tags',
    from: 'tags',
    address: listOf(Id).catch(undefined),
  },
  minDays: {
    kind: 'one',
    label: 'Days with data',
    none: 'Days with data',
    from: LEAST_DAYS.map(leastDays),
    address: z.coerce.number().int().min(1).max(MOST_DAYS).optional().catch(undefined),
  },
  query: {
    kind: 'search',
    label: 'Filter keywords',
    address: z.coerce.string().max(255).default('').catch(''),
  },
} as const satisfies ListFilters<ChoiceSource>

/** The same, with choices for the number of days up to the range, including the number in the address. */
export function reportFilters({ range, minDays }: Pick<ReportsSearch, 'range' | 'minDays'>) {
  const offered = new Set(LEAST_DAYS.filter((days) => days <= range))
  if (minDays !== undefined) offered.add(minDays)
  const from = [...offered].sort((one, other) => one - other).map(leastDays)
  return { ...REPORT_FILTERS, minDays: { ...REPORT_FILTERS.minDays, from } }
}

const FILTER_NAMES = ['range', ...keysOf(REPORT_FILTERS)] as const

/** The addresses of the reports. Invalid values are ignored. */
export const ReportsSearch = z.object({
  range: z.coerce
    .number()
    .pipe(z.union(REPORT_RANGES.map((days) => z.literal(days))))
    .default(REPORT_RANGE_PRESET)
    .catch(REPORT_RANGE_PRESET),
  ...parametersOf(REPORT_FILTERS),
  /** A parameter of Products OOS, kept for going back to it. */
  stock: listOf(z.enum(STOCKS), STOCKS.length).catch(undefined),
  ...orderIn(WINNER_SORTS, 'winning_percentage', 'desc'),
  page: PageField.catch(1),
  /** Rows per page of Keyword Winners. */
  size: z.coerce
    .number()
    .pipe(z.literal(WINNERS_PAGE_SIZES))
    .default(WINNERS_PAGE_SIZE)
    .catch(WINNERS_PAGE_SIZE),
  /** The view of Content Surfaces. */
  view: z.enum(SURFACES_VIEWS).default('publishers').catch('publishers'),
  /** The publisher whose line is highlighted. */
  publisher: z.coerce.string().max(200).optional().catch(undefined),
  /** The stat whose story is compared with ours. */
  compare: Id.optional().catch(undefined),
})
export type ReportsSearch = z.output<typeof ReportsSearch>

/** The parts that a saved view stores: filters and order, as far as the report has them. */
export const VIEW = {
  schema: ReportsSearch,
  parameters: [...FILTER_NAMES, 'sort', 'sortOrder'],
} as const

/** Filters that exclude keywords from a report. */
export const FILTERED = { address: ReportsSearch, filters: FILTER_NAMES }

/** The patch of 'Clear Filters'. */
export const CLEARED = { ...defaultFilters(FILTERED), page: 1 }

export const isFiltered = (search: ReportsSearch) => isAnyFiltered(FILTERED, search)

/** Maps the address's names to the API's names. */
export const winnersFilterOf = (search: ReportsSearch) => ({
  sort: search.sort,
  sortOrder: search.sortOrder,
  dateRange: search.range,
  ...(search.query === '' ? {} : { query: search.query }),
  ...(search.site === undefined ? {} : { siteFilter: [search.site] }),
  ...(search.tag === undefined ? {} : { tags: search.tag }),
  ...(search.minDays === undefined ? {} : { min_days: search.minDays }),
})

export const winnersPageOf = (search: ReportsSearch) => ({
  ...winnersFilterOf(search),
  limit: search.size,
  offset: (search.page - 1) * search.size,
})

export const surfacesFilterOf = ({ range, tag }: ReportsSearch) => ({
  dateRange: range,
  ...(tag === undefined ? {} : { tags: tag }),
})
