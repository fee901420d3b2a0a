import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { failedJobEndpoints } from '#shared/features/operate/failed-jobs/contract.ts'
import { type RunRow, runEndpoints } from '#shared/features/operate/runs/contract.ts'
import type { RunAction } from '#shared/features/operate/runs/rules.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { actedWords, FAILURES, retriedWords } from './messages.ts'

const RUNS = ['runs'] as const
const FAILED_JOBS = ['failed-jobs'] as const
const LIVE = { refetchInterval: 5_000, refetchIntervalInBackground: false } as const

/** All runs, polled. They are forgotten with the page, because ended runs keep their place only while it is open. */
export const runsPageQuery = queryOptions({
  queryKey: [...RUNS, 'list'],
  queryFn: async ({ signal }) =>
    (await call(runEndpoints.list, {}, { signal })) ?? { nodes: [], day: { ended: 0, failed: 0 } },
  gcTime: 0,
  ...LIVE,
})

export const evidenceQuery = (id: string) =>
  queryOptions({
    queryKey: [...RUNS, 'evidence', id],
    queryFn: async ({ signal }) =>
      (await call(runEndpoints.read, { params: { id } }, { signal })) ?? { log: [], jobs: [] },
    ...LIVE,
  })

/** The number of failed jobs, polled. */
export const failedCountQuery = queryOptions({
  queryKey: FAILED_JOBS,
  queryFn: async ({ signal }) =>
    (await call(failedJobEndpoints.list, { query: { page: 1 } }, { signal }))?.totalCount ?? 0,
  ...LIVE,
})

function useRefreshRuns() {
  const queries = useQueryClient()
  return () => Promise.all([RUNS, FAILED_JOBS].map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/** Stops, resumes, retries or starts a run. */
export function useActOnRun({ id, label }: Pick<RunRow, 'id' | 'label'>) {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (action: RunAction) => call(runEndpoints.act, { params: { id, action } }),
    onSuccess: (_, action) => notify({ kind: 'success', title: actedWords(action, label) }),
    onError: handleError(FAILURES.act),
    onSettled: refresh,
  })
}

/** Retries one failed job, or all. */
export function useRetryJob() {
  const refresh = useRefreshRuns()
  return useMutation({
    mutationFn: (id: string | 'all') =>
      id === 'all'
        ? call(failedJobEndpoints.retryAll, {})
        : call(failedJobEndpoints.retry, { params: { id } }),
    onSuccess: (answer) => notify({ kind: 'success', title: retriedWords(answer?.retried ?? 0) }),
    onError: handleError(FAILURES.retry),
    onSettled: refresh,
  })
}
