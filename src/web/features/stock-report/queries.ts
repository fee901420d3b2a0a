import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { STOCKS } from '#shared/features/product-library/rules.ts'
import { stockReportEndpoints } from '#shared/features/stock-report/contract.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { type OosSearch, oosFilterOf } from './search.ts'

/** A page of what cannot be bought, a row for each product of each post. */
export const oosQuery = (search: OosSearch) => {
  const query = { ...oosFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['reports', 'oos', 'rows', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.list, { query }, { signal }),
    select: (page) => ({ rows: page?.edges ?? [], total: page?.pageInfo.total ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** A page of the same by product. */
export const boardQuery = (search: OosSearch) => {
  const query = { ...oosFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['reports', 'oos', 'products', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.products, { query }, { signal }),
    select: (page) => ({ rows: page?.edges ?? [], total: page?.pageInfo.total ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** One product of it, whatever state it is in by now; undefined where no post recommends it. */
export const soldOutQuery = (asin: string) => {
  const query = { query: asin, stock: [...STOCKS] }
  return queryOptions({
    queryKey: ['reports', 'oos', 'products', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.products, { query }, { signal }),
    select: (page) => page?.edges.find(({ ASIN }) => ASIN === asin),
  })
}

/** What all of it has at stake, whatever the order and the page. */
export const summaryQuery = (search: OosSearch) => {
  const { sort: _sort, sortOrder: _order, ...query } = oosFilterOf(search)
  return queryOptions({
    queryKey: ['reports', 'oos', 'summary', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.summary, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const downloadOos = (search: OosSearch) =>
  download(`${stockReportEndpoints.xlsx.path}${queryString(oosFilterOf(search))}`)
