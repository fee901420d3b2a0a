import { z } from 'zod'
import { STOCKS } from '#shared/features/product-library/rules.ts'
import { OOS_GROUPS } from '#shared/features/share-of-voice/contract.ts'
import { STOCK_REPORT_SORTS } from '#shared/features/stock-report/contract.ts'
import { STOCK_PRESET } from '#shared/features/stock-report/rules.ts'
import { Id, PageField } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import { atRest, isFiltered as isAnyFiltered } from '#web/ui/list/filters.ts'
import type { ChoiceSource } from '../filters/messages.ts'
import { REPORT_FILTERS, ReportsSearch } from '../reports/search.ts'

/** What narrows the report of what cannot be bought. */
export const OOS_FILTERS = {
  stock: {
    kind: 'many',
    label: 'Stock',
    none: 'Stock',
    from: STOCKS.map((stock) => ({ value: stock, label: stock })),
    // Left out, it is what cannot be bought.
    address: z
      // One state may stand there by itself: `?stock=IN_STOCK`.
      .preprocess(
        (said) => (typeof said === 'string' ? [said] : said),
        z.array(z.enum(STOCKS)).max(STOCKS.length).optional(),
      )
      .catch(undefined),
  },
  site: REPORT_FILTERS.site,
  query: { ...REPORT_FILTERS.query, label: 'ASIN, name, article' },
} as const satisfies ListFilters<ChoiceSource>

/** Products OOS: what its address keeps. Wrong values count as not said. */
export const OosSearch = z.object({
  ...parametersOf(OOS_FILTERS),
  ...orderIn(STOCK_REPORT_SORTS, 'AT_RISK', 'desc'),
  page: PageField.catch(1),
  /** A row for each product of each post, for each product, or for what was replaced. */
  group: z.enum(OOS_GROUPS).default('article').catch('article'),
  /** The product, by its ASIN, that is to be replaced everywhere. */
  replace: z
    .string()
    .regex(/^[A-Z0-9]{10}$/)
    .optional()
    .catch(undefined),
  /** The replacement that is looked at. */
  replacement: Id.optional().catch(undefined),
  /** What the other reports go on with. */
  range: ReportsSearch.shape.range,
  tag: ReportsSearch.shape.tag,
})
export type OosSearch = z.output<typeof OosSearch>

/** What leaves products out. */
export const FILTERED = { address: OosSearch, filters: ['stock', 'site', 'query'] as const }

/** What 'Clear Filters' does. */
export const CLEARED = { ...atRest(FILTERED), page: 1 }

export const isFiltered = (search: OosSearch) => isAnyFiltered(FILTERED, search)

/** The states that are shown. */
export const stocksIn = ({ stock }: OosSearch) => stock ?? [...STOCK_PRESET]

/** These states as the address has them: those that it begins with, and none, are not said. */
export function stocksAs(stocks: OosSearch['stock']): OosSearch['stock'] {
  const isPreset =
    stocks?.length === STOCK_PRESET.length && STOCK_PRESET.every((state) => stocks.includes(state))
  return isPreset || stocks?.length === 0 ? undefined : stocks
}

/** The address's names as the call's. */
export const oosFilterOf = (search: OosSearch) => ({
  sort: search.sort,
  sortOrder: search.sortOrder,
  stock: stocksIn(search),
  ...(search.site === undefined ? {} : { siteFilter: [search.site] }),
  ...(search.query === '' ? {} : { query: search.query }),
})
