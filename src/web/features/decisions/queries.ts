import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { decisionEndpoints, type HeldDecision } from '#shared/features/decisions/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { keyWithArticles, refreshArticles } from '../articles/queries.ts'
import { FAILURES } from './messages.ts'

/** A decision and the browser's time, in milliseconds, until which it can be undone. */
export interface UndoableDecision extends HeldDecision {
  until: number
}

const withDeadline = (decision: HeldDecision): UndoableDecision => ({
  ...decision,
  until: Date.now() + decision.seconds_left * 1000,
})

/** The user's decisions that can still be undone, the latest first; read again whenever articles are. */
export const decisionsQuery = queryOptions({
  queryKey: keyWithArticles('decisions'),
  queryFn: async ({ signal }) =>
    ((await call(decisionEndpoints.list, {}, { signal })) ?? []).map(withDeadline),
})

/** Keeps a decision undoable while the user hovers over it. A failure only means that the countdown goes on. */
export function useExtendDecision() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(decisionEndpoints.extend, { params: { id } }),
    onSuccess: (extended) =>
      extended &&
      queries.setQueryData(decisionsQuery.queryKey, (all) =>
        all?.map((each) => (each.article_id === extended.article_id ? withDeadline(extended) : each)),
      ),
  })
}

export function useUndoDecision() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (id: number) => call(decisionEndpoints.undo, { params: { id } }),
    onSettled: () => refreshArticles(queries),
    onError: handleError(FAILURES.undo),
  })
}
