import { queryOptions } from '@tanstack/react-query'
import { articleEndpoints } from '#shared/features/articles/contract.ts'
import { call } from '#web/api/client.ts'
import { PENDING_COUNT_KEY } from '#web/api/query-client.ts'

const MINUTE = 60_000

/** How many articles wait; asked again every minute while the page is visible, and after every write. */
export const pendingCountQuery = queryOptions({
  queryKey: PENDING_COUNT_KEY,
  queryFn: async ({ signal }) => {
    const pending = await call(articleEndpoints.listPending, { query: { page: 1 } }, { signal })
    return pending?.totalCount ?? 0
  },
  refetchInterval: MINUTE,
  refetchIntervalInBackground: false,
  refetchOnWindowFocus: true,
})
