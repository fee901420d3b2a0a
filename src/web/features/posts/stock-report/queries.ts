import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { type StockReportRow, stockReportEndpoints } from '#shared/features/posts/stock-report/contract.ts'
import { STOCKS } from '#shared/features/products/product-library/rules.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { type OosSearch, oosFilterOf } from './search.ts'

/** A row with the names that a product has in the table by product. */
const withProduct = (row: StockReportRow) => ({
  ...row,
  asin: row.ASIN,
  title: row.TITLE,
  availability_type: row.AVAILABILITY_TYPE,
})
export type OosRow = ReturnType<typeof withProduct>

/** A page of unavailable products, a row for each product of each post. */
export const oosQuery = (search: OosSearch) => {
  const query = { ...oosFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['reports', 'oos', 'rows', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.list, { query }, { signal }),
    select: (page) => ({ rows: page?.edges.map(withProduct) ?? [], total: page?.pageInfo.total ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** A page of the same, a row for each product. */
export const boardQuery = (search: OosSearch) => {
  const query = { ...oosFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['reports', 'oos', 'products', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.products, { query }, { signal }),
    select: (page) => ({ rows: page?.nodes ?? [], total: page?.totalCount ?? 0 }),
    placeholderData: keepPreviousData,
  })
}

/** A single product of it, in any state; undefined if no post recommends it. */
export const soldOutQuery = (asin: string) => {
  const query = { query: asin, stock: [...STOCKS] }
  return queryOptions({
    queryKey: ['reports', 'oos', 'products', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.products, { query }, { signal }),
    select: (page) => page?.nodes.find((product) => product.asin === asin),
  })
}

/** The total loss, independent of order and page. */
export const summaryQuery = (search: OosSearch) => {
  const { sort: _sort, sortOrder: _order, ...query } = oosFilterOf(search)
  return queryOptions({
    queryKey: ['reports', 'oos', 'summary', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.summary, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

/** Where the filtered products can be changed, independent of order and page. */
export const placesQuery = (search: OosSearch) => {
  const { sort: _sort, sortOrder: _order, ...query } = oosFilterOf(search)
  return queryOptions({
    queryKey: ['reports', 'oos', 'places', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.places, { query }, { signal }),
    placeholderData: keepPreviousData,
  })
}

export const downloadOos = (search: OosSearch) =>
  download(`${stockReportEndpoints.xlsx.path}${queryString(oosFilterOf(search))}`)
