import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { decisionEndpoints, type HeldDecision } from '#shared/features/articles/decisions/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { stashForNext } from '#web/ui/form/stash.ts'
import { keyWithArticles, refreshArticles } from '../articles/queries.ts'
import { wordsKey } from '../articles/review/use-words.ts'
import { FAILURES } from './messages.ts'

/** A decision and the browser's time in ms until which it can be undone. */
export interface UndoableDecision extends HeldDecision {
  until: number
}

const withDeadline = (decision: HeldDecision): UndoableDecision => ({
  ...decision,
  until: Date.now() + decision.seconds_left * 1000,
})

/** The user's decisions that can still be undone, latest first; invalidated together with the articles. */
export const decisionsQuery = queryOptions({
  queryKey: keyWithArticles('decisions'),
  queryFn: async ({ signal }) =>
    ((await call(decisionEndpoints.list, {}, { signal })) ?? []).map(withDeadline),
})

/** Extends the time to undo while the user hovers over a decision. If it fails, the countdown goes on. */
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

/** Undoes a decision; its text is in the field again when the article is next opened. */
export function useUndoDecision(onUndone: () => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ article_id: id }: UndoableDecision) => call(decisionEndpoints.undo, { params: { id } }),
    onSuccess(undone, { article_id: id, command }) {
      const words = undone?.words ?? ''
      if (words !== '' && command === 'approve') stashForNext(wordsKey('comment', id), { comment: words })
      else if (words !== '' && command !== 'approve') stashForNext(wordsKey(command, id), { reason: words })
      onUndone()
    },
    onSettled: () => refreshArticles(queries),
    onError: handleError(FAILURES.undo),
  })
}
