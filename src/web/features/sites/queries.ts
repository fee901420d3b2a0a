import { queryOptions } from '@tanstack/react-query'
import { type ListedSite, siteEndpoints } from '#shared/features/sites/contract.ts'
import { call } from '#web/api/client.ts'

const FIVE_MINUTES = 5 * 60_000

/** The sites we publish; they hardly ever change. */
export const sitesQuery = queryOptions({
  queryKey: ['sites'],
  queryFn: ({ signal }) => call(siteEndpoints.list, {}, { signal }),
  staleTime: FIVE_MINUTES,
})

/** The sites for which something new may be made, and those at rest that are chosen already. */
export const choosable = (
  sites: readonly ListedSite[] | null | undefined,
  chosen: readonly (number | string)[],
) => (sites ?? []).filter(({ site_id: id, retired }) => !retired || chosen.includes(id))
