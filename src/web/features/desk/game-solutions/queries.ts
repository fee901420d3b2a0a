import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { gameSolutionEndpoints } from '#shared/features/desk/game-solutions/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'

/** Poll interval during a run, so that results appear within a second. */
const RUNNING_EVERY_MS = 1000

export const solutionsQuery = queryOptions({
  queryKey: ['game-solutions'],
  queryFn: ({ signal }) => call(gameSolutionEndpoints.read, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.is_running ? RUNNING_EVERY_MS : false),
})

/** Starts a run that reads the solutions again. */
export function useRun() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(gameSolutionEndpoints.read, { query: { clear_cache: 'true' } }),
    onSuccess: (found) => queries.setQueryData(solutionsQuery.queryKey, found),
    onError: handleError(FAILURES.run),
  })
}
