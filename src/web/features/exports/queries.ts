import { queryOptions } from '@tanstack/react-query'
import { exportEndpoints } from '#shared/features/exports/contract.ts'
import { call } from '#web/api/client.ts'

/** How often a running export is asked after. */
const POLL_MS = 3000
/** Nobody waits for longer than ten minutes. */
export const MOST_POLLS = 200

/** How far an export is; asked until it is finished or has failed. */
export const exportQuery = (exportId: string) =>
  queryOptions({
    queryKey: ['exports', exportId],
    queryFn: ({ signal }) => call(exportEndpoints.read, { params: { exportId } }, { signal }),
    enabled: exportId !== '',
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data?.status === 'FINISHED' || data?.status === 'FAILED' || dataUpdateCount >= MOST_POLLS
        ? false
        : POLL_MS,
    refetchIntervalInBackground: true,
  })
