import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { exportEndpoints } from '#shared/features/exports/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { EXPORT_FAILED } from './messages.ts'
import { rememberBegun } from './use-begun.ts'

/** How often a running export is asked after. */
const POLL_MS = 3000
/** How often where nobody looks at it; one who does asks meanwhile. */
export const BACKGROUND_POLL_MS = 3 * POLL_MS
/** Nobody waits for longer. */
const MOST_MS = 10 * 60_000

/** Whether an export is not asked after any more that was begun so long before; both in milliseconds since 1970. */
export const isGivenUp = (begunAt: number, now: number): boolean => now - begunAt >= MOST_MS

/** How far an export is; asked until it is finished or has failed, or takes too long. */
export const exportQuery = (exportId: string, begunAt: number, pollMs = POLL_MS) =>
  queryOptions({
    queryKey: ['exports', exportId],
    queryFn: ({ signal }) => call(exportEndpoints.read, { params: { exportId } }, { signal }),
    enabled: exportId !== '',
    refetchInterval: ({ state: { data } }) =>
      data?.status === 'FINISHED' || data?.status === 'FAILED' || isGivenUp(begunAt, Date.now())
        ? false
        : pollMs,
    refetchIntervalInBackground: true,
  })

/** Begins the file that is remembered under this name once more, asked the same as before. */
export function useRepeatExport(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (exportId: string) => call(exportEndpoints.repeat, { params: { exportId } }),
    onSuccess(job) {
      if (!job) return
      // Its line stays where it is while the first look at it is under way.
      queries.setQueryData(exportQuery(job.exportId, Date.now()).queryKey, job)
      rememberBegun(name, job.exportId)
    },
    onError: handleError(EXPORT_FAILED),
  })
}
