import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { type OffboardingRun, offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import { isSettled } from '#shared/features/people/offboarding/rules.ts'
import type { AccessLookup } from '#shared/features/people/user-access/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { MESSAGES } from './messages.ts'

const OFFBOARDING = ['offboarding'] as const
const RUNNING_EVERY_MS = 1000

/** The preview of a run: queries every system. */
export const planQuery = (sought: AccessLookup) =>
  queryOptions({
    queryKey: [...OFFBOARDING, 'plan', sought],
    queryFn: ({ signal }) => call(offboardingEndpoints.plan, { query: sought }, { signal }),
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
    retry: false,
  })

/** The latest runs, newest first; polled while one of them is running. */
export const runsQuery = queryOptions({
  queryKey: [...OFFBOARDING, 'runs'],
  queryFn: async ({ signal }) => (await call(offboardingEndpoints.list, {}, { signal }))?.nodes ?? [],
  refetchInterval: ({ state }) =>
    state.data?.some(({ ended_at: endedAt }) => endedAt === null) ? RUNNING_EVERY_MS : false,
})

const runKey = (id: number) => [...OFFBOARDING, 'run', id] as const

/** A run, polled while it is running; null if none has this id. */
export const runQuery = (id: number) =>
  queryOptions({
    queryKey: runKey(id),
    queryFn: ({ signal }) =>
      id === 0
        ? null
        : call(offboardingEndpoints.read, { params: { id } }, { signal }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null
            throw error
          }),
    refetchInterval: ({ state }) => (state.data && state.data.ended_at === null ? RUNNING_EVERY_MS : false),
  })

function useKeepRun() {
  const queries = useQueryClient()
  return (run: OffboardingRun | null) => {
    if (run) queries.setQueryData(runKey(run.run_id), run)
    void queries.invalidateQueries({ queryKey: runsQuery.queryKey })
  }
}

/** The dialog stays open and shows the refusal. */
export function useStartRun() {
  const keep = useKeepRun()
  return useMutation({
    mutationFn: ({ sought, heirId }: { sought: AccessLookup; heirId: number | null }) =>
      call(offboardingEndpoints.start, {
        body: { ...sought, ...(heirId === null ? {} : { heir_id: heirId }) },
      }),
    onSuccess: keep,
  })
}

export function useRepeatRun() {
  const keep = useKeepRun()
  return useMutation({
    mutationFn: (id: number) => call(offboardingEndpoints.repeat, { params: { id } }),
    onSuccess: keep,
    onError: handleError(MESSAGES.repeatFailed),
  })
}

export const startReportFile = (id: number) => call(offboardingEndpoints.export, { params: { id } })

/**
 * How much a retry would run again: systems, and the open work if part of it failed; nothing while the run is
 * in progress.
 */
export const repeatable = ({
  ended_at: endedAt,
  systems,
  handed_over: handedOver,
}: OffboardingRun): number => {
  if (endedAt === null) return 0
  const left = systems.filter(({ state, later }) => !isSettled(state) || later?.state === 'open')
  return left.length + (handedOver?.unfinished === true ? 1 : 0)
}

const heldKey = (userId: number) => [...OFFBOARDING, 'held', userId] as const

/** The work of a user that others still need. */
export const heldQuery = (userId: number) =>
  queryOptions({
    queryKey: heldKey(userId),
    queryFn: ({ signal }) => call(offboardingEndpoints.held, { params: { id: userId } }, { signal }),
  })

export function useHandOver(userId: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (heirId: number) =>
      call(offboardingEndpoints.handOver, { params: { id: userId }, body: { heir_id: heirId } }),
    onSuccess(left) {
      // Articles, views, rules and queries have a new owner, so all lists of them are invalidated.
      void queries.invalidateQueries({ predicate: ({ queryKey: [noun] }) => noun !== OFFBOARDING[0] })
      queries.setQueryData(heldKey(userId), left)
    },
    onError: handleError(MESSAGES.handOverFailed),
  })
}
