import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { gameSolutionEndpoints } from '#shared/features/game-solutions/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILURES } from './messages.ts'

/** As long as a run is under way, what it has read shows within a second. */
const RUNNING_EVERY_MS = 1000

export const solutionsQuery = queryOptions({
  queryKey: ['game-solutions'],
  queryFn: ({ signal }) => call(gameSolutionEndpoints.read, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.isRunning ? RUNNING_EVERY_MS : false),
})

/** Reads the solutions anew. */
export function useRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(gameSolutionEndpoints.read, { query: { clear_cache: 'true' } }),
    onSuccess: (found) => queries.setQueryData(solutionsQuery.queryKey, found),
    onError: handleError(FAILURES.run),
  })
}
