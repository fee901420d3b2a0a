import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { opportunityEndpoints } from '#shared/features/keywords/opportunities/contract.ts'
import { marketExportEndpoints } from '#shared/features/market/market-exports/contract.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { call } from '#web/api/client.ts'
import { historyQuery } from '../../articles/articles/queries.ts'
import { HistorySearch } from '../../articles/articles/search.ts'
import { type MarketSearch, queryOf } from './search.ts'

/** The list of the user's drafts, newest first. */
export const draftsSearch = (userId: number | undefined) =>
  HistorySearch.parse({ users: [userId], status: ['draft'], sort: 'created_at' })

/** The user's latest drafts, newest first; they are offered on each row. */
export const draftsQuery = (userId: number | undefined) =>
  queryOptions({
    ...historyQuery(draftsSearch(userId)),
    staleTime: MINUTE_MS,
  })

export const PRODUCTS_FOUND = ['product-search'] as const

export const productsQuery = (search: MarketSearch) => {
  const query = queryOf(search)
  return queryOptions({
    queryKey: [...PRODUCTS_FOUND, query],
    queryFn: ({ signal }) => call(opportunityEndpoints.products, { query }, { signal }),
    select: (answer) => ({
      rows: answer?.data.data.products ?? [],
      total: answer?.data.data.total_count ?? 0,
      nearest: answer?.data.data.nearest ?? null,
      asOf: answer?.data.data.as_of,
      usage: answer?.data.data.usage,
    }),
    placeholderData: keepPreviousData,
  })
}

/** Requests a file of the matching products, in the order of the list. */
export function startProductsFile(search: MarketSearch) {
  const { page: _page, perPage: _perPage, ...query } = queryOf(search)
  return call(marketExportEndpoints.products, { query })
}
