import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { stockReportEndpoints } from '#shared/features/stock-report/contract.ts'
import { call, download } from '#web/api/client.ts'
import { queryString } from '#web/api/query-string.ts'
import { type OosSearch, oosFilterOf } from './search.ts'

/** What cannot be bought, and what all of it has at stake. */
export const oosQuery = (search: OosSearch) => {
  const query = { ...oosFilterOf(search), page: search.page }
  return queryOptions({
    queryKey: ['reports', 'oos', query],
    queryFn: ({ signal }) => call(stockReportEndpoints.list, { query }, { signal }),
    select: (page) => ({ rows: page?.edges ?? [], total: page?.pageInfo.total ?? 0, info: page?.pageInfo }),
    placeholderData: keepPreviousData,
  })
}

export const downloadOos = (search: OosSearch) =>
  download(`${stockReportEndpoints.xlsx.path}${queryString(oosFilterOf(search))}`)
