import { queryOptions } from '@tanstack/react-query'
import { siteEndpoints } from '#shared/features/sites/contract.ts'
import { call } from '#web/api/client.ts'

const FIVE_MINUTES = 5 * 60_000

/** The sites we publish; they hardly ever change. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => call(siteEndpoints.list, {}, { signal }),
  staleTime: FIVE_MINUTES,
})
