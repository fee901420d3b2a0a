import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import {
  type AccessReview,
  accessReviewEndpoints,
  MOST_TOGETHER,
  type ReviewedAccount,
  type SeenDecision,
} from '#shared/features/people/access-reviews/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'
import type { ReviewSearch } from './search.ts'

const REVIEWS = ['access-reviews'] as const
const WATCHED_MS = 1000

/** The latest reviews, newest first, and whether another review is due. */
export const reviewsQuery = queryOptions({
  queryKey: [...REVIEWS, 'list'],
  queryFn: async ({ signal }) => {
    const found = await call(accessReviewEndpoints.list, {}, { signal })
    return { reviews: found?.nodes ?? [], isDue: found?.is_due ?? false }
  },
})

/** A review, polled while systems are being queried; null if none has this id. */
export const reviewQuery = (id: number) =>
  queryOptions({
    queryKey: [...REVIEWS, 'one', id],
    queryFn: ({ signal }) =>
      id === 0
        ? null
        : call(accessReviewEndpoints.read, { params: { id } }, { signal }).catch((error: unknown) => {
            if (error instanceof ApiError && error.status === 404) return null
            throw error
          }),
    refetchInterval: ({ state }) =>
      state.data?.systems.some(({ state: each }) => each === 'waiting') ? WATCHED_MS : false,
  })

/** One page of its accounts, refetched when another system has responded. */
export const accountsQuery = (id: number, search: ReviewSearch, listed: number) =>
  queryOptions({
    queryKey: [...REVIEWS, 'accounts', id, search, listed],
    queryFn: async ({ signal }) => {
      const found = await call(accessReviewEndpoints.accounts, { params: { id }, query: search }, { signal })
      return { rows: found?.nodes ?? [], total: found?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
  })

/** Accounts that can be confirmed together after a check. */
export const toKeepQuery = (id: number) =>
  queryOptions({
    queryKey: [...REVIEWS, 'to-keep', id],
    queryFn: async ({ signal }) => {
      const query = { decision: 'to-keep' as const, perPage: MOST_TOGETHER }
      return (await call(accessReviewEndpoints.accounts, { params: { id }, query }, { signal }))?.nodes ?? []
    },
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })

/** All accounts of a review, fetched page by page for printing. */
export async function readAllAccounts(id: number): Promise<ReviewedAccount[]> {
  const all: ReviewedAccount[] = []
  for (let page = 1; ; page++) {
    const query = { page, perPage: MOST_TOGETHER }
    const found = await call(accessReviewEndpoints.accounts, { params: { id }, query })
    all.push(...(found?.nodes ?? []))
    if (!found || found.nodes.length < MOST_TOGETHER) return all
  }
}

export const startReviewFile = (id: number) => call(accessReviewEndpoints.export, { params: { id } })

const useReload = () => {
  const queries = useQueryClient()
  return () => queries.invalidateQueries({ queryKey: REVIEWS })
}

export function useBeginReview(onBegun: (review: AccessReview) => void) {
  const reload = useReload()
  return useMutation({
    mutationFn: () => call(accessReviewEndpoints.begin, {}),
    onSuccess: (review) => review && onBegun(review),
    onError: handleError(FAILURES.begin),
    onSettled: reload,
  })
}

interface Decided {
  ids: readonly number[]
  decision: 'keep' | 'closed' | 'undecided'
  /** For an undo, the decision that is shown. */
  seen?: SeenDecision
}

export function useDecide(id: number) {
  const reload = useReload()
  return useMutation({
    mutationFn: ({ ids, ...decided }: Decided) =>
      call(accessReviewEndpoints.decide, { params: { id }, body: { ids: [...ids], ...decided } }),
    onError: handleError(FAILURES.decide),
    onSettled: reload,
  })
}

export function useRevoke(id: number) {
  const reload = useReload()
  return useMutation({
    mutationFn: (accountId: number) => call(accessReviewEndpoints.revoke, { params: { id, accountId } }),
    onError: handleError(FAILURES.revoke),
    onSettled: reload,
  })
}

/** Queries failed systems again, or finishes the review. */
export function useReviewStep(id: number, step: 'askAgain' | 'finish') {
  const reload = useReload()
  return useMutation({
    mutationFn: () => call(accessReviewEndpoints[step], { params: { id } }),
    onError: handleError(FAILURES[step]),
    onSettled: reload,
  })
}
