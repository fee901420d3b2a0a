import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { exportEndpoints } from '#shared/features/ground/exports/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { EXPORT_FAILED } from './messages.ts'
import { rememberBegun } from './use-begun.ts'

/** Poll interval of a running export, in ms. */
const POLL_MS = 3000
/** Poll interval while no component shows it; one that does polls more often. */
export const BACKGROUND_POLL_MS = 3 * POLL_MS
/** After this time polling stops. */
const MOST_MS = 10 * 60_000

/** Whether an export was started too long ago to be polled further; both in milliseconds since 1970. */
export const isGivenUp = (begunAt: number, now: number): boolean => now - begunAt >= MOST_MS

/** The progress of an export, polled until it has finished, failed or timed out. */
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

/** Starts the export stored under this name again, with the same request. */
export function useRepeatExport(name: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (exportId: string) => call(exportEndpoints.repeat, { params: { exportId } }),
    onSuccess(job) {
      if (!job) return
      // Keeps its line visible until the first poll has responded.
      queries.setQueryData(exportQuery(job.exportId, Date.now()).queryKey, job)
      rememberBegun(name, job.exportId)
    },
    onError: handleError(EXPORT_FAILED),
  })
}
