import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type FirstSteps, firstStepsEndpoints } from '#shared/features/desk/first-steps/contract.ts'
import type { FirstStep } from '#shared/features/desk/first-steps/rules.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'

/** Poll interval of a run, in ms. */
const WATCHED_MS = 3000

const isRunning = (steps: FirstSteps | null | undefined) =>
  steps?.steps.some(({ state }) => state === 'running') ?? false

export const firstStepsQuery = queryOptions({
  queryKey: ['first-steps'],
  queryFn: ({ signal }) => call(firstStepsEndpoints.read, {}, { signal }),
  refetchInterval: ({ state }) => (isRunning(state.data) ? WATCHED_MS : false),
})

/** Skips a step or resumes it. */
export function useSkip() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ step, skipped }: { step: FirstStep; skipped: boolean }) =>
      call(firstStepsEndpoints.skip, { params: { step }, body: { skipped } }),
    onSuccess: (steps) => queries.setQueryData(firstStepsQuery.queryKey, steps),
    onError: handleError(FAILURES.save),
  })
}

/** Hides the page; after the next sign-in the user starts elsewhere. */
export function useHide() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (hidden: boolean) => call(firstStepsEndpoints.hide, { body: { hidden } }),
    onSuccess: (steps) => queries.setQueryData(firstStepsQuery.queryKey, steps),
    onError: handleError(FAILURES.save),
  })
}
