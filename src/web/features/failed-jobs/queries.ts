import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedJobEndpoints } from '#shared/features/failed-jobs/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/notify.ts'
import { FAILURES, retriedWords } from './messages.ts'

const FAILED_JOBS = ['failed-jobs'] as const
/** A retried job can fail again a moment later, so the list is polled. */
const EVERY_MS = 5_000

export const failedJobsQuery = (page: number) =>
  queryOptions({
    queryKey: [...FAILED_JOBS, page],
    queryFn: async ({ signal }) => {
      const found = await call(failedJobEndpoints.list, { query: { page } }, { signal })
      return { rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  })

/** Retries one job, or all. */
export function useRetryJob() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: string | 'all') =>
      id === 'all'
        ? call(failedJobEndpoints.retryAll, {})
        : call(failedJobEndpoints.retry, { params: { id } }),
    onSuccess: (answer) => notify({ kind: 'success', title: retriedWords(answer?.retried ?? 0) }),
    onError: handleError(FAILURES.retry),
    onSettled: () => queries.invalidateQueries({ queryKey: FAILED_JOBS }),
  })
}
