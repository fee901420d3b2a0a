import { z } from 'zod'
import { OOS_GROUPS } from '#shared/features/market/share-of-voice/contract.ts'
import { STOCK_REPORT_SORTS } from '#shared/features/posts/stock-report/contract.ts'
import { isPreset, STOCK_PRESET } from '#shared/features/posts/stock-report/rules.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { Id, listOf, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import { defaultFilters, isFiltered as isAnyFiltered } from '#web/ui/list/filters.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { REPORT_FILTERS, ReportsSearch } from '../../market/reports/search.ts'

/** Filters of the report on unavailable products. */
export const OOS_FILTERS = {
  stock: {
    kind: 'many',
    label: 'Stock',
    none: 'Stock',
    from: STOCKS.map((stock) => ({ value: stock, label: stock })),
    // By default, unavailable products.
    address: listOf(z.enum(STOCKS), STOCKS.length).catch(undefined),
  },
  site: REPORT_FILTERS.site,
  query: { ...REPORT_FILTERS.query, label: 'ASIN, name, article' },
} as const satisfies ListFilters<ChoiceSource>

/** The address of Products OOS. Invalid values are ignored. */
export const OosSearch = z.object({
  ...parametersOf(OOS_FILTERS),
  ...orderIn(STOCK_REPORT_SORTS, 'AT_RISK', 'desc'),
  page: PageField.catch(1),
  /** A row for each product of each post, for each product, or for each replacement. */
  group: z.enum(OOS_GROUPS).default('article').catch('article'),
  /** The ASIN of the product to be replaced everywhere. */
  replace: z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .optional()
    .catch(undefined),
  /** The open replacement. */
  replacement: Id.optional().catch(undefined),
  /** The range of the other reports, kept for going back to them. */
  range: ReportsSearch.shape.range,
  tag: ReportsSearch.shape.tag,
})
export type OosSearch = z.output<typeof OosSearch>

/** Filters that exclude products. */
export const FILTERED = { address: OosSearch, filters: ['stock', 'site', 'query'] as const }

/** The patch of 'Clear Filters'. */
export const CLEARED = { ...defaultFilters(FILTERED), page: 1 }

export const isFiltered = (search: OosSearch) => isAnyFiltered(FILTERED, search)

/** The states that are shown. */
export const stocksIn = ({ stock }: OosSearch) => stock ?? [...STOCK_PRESET]

/** The states as an address parameter: the default and an empty choice are left out. */
export function stocksAs(stocks: OosSearch['stock']): OosSearch['stock'] {
  return stocks === undefined || stocks.length === 0 || isPreset(stocks) ? undefined : stocks
}

/** Maps the address's names to the API's names. */
export const oosFilterOf = (search: OosSearch) => ({
  sort: search.sort,
  sortOrder: search.sortOrder,
  stock: stocksIn(search),
  ...(search.site === undefined ? {} : { site_filter: [search.site] }),
  ...(search.query === '' ? {} : { query: search.query }),
})
