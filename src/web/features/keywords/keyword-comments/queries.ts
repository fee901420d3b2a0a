import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { keywordCommentEndpoints } from '#shared/features/keywords/keyword-comments/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { session } from '#web/api/session.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { refreshKeywords } from '../keywords/queries.ts'
import { FAILURES } from './messages.ts'

export const commentsQuery = (keywordId: number) =>
  queryOptions({
    queryKey: ['keyword-comments', keywordId],
    queryFn: ({ signal }) => call(keywordCommentEndpoints.list, { params: { id: keywordId } }, { signal }),
  })

/** Lists mentioned people who were not notified: locked users read no notices. */
function warn(names: readonly string[]) {
  if (names.length === 0) return
  notify({
    kind: 'warning',
    title: `${names.join(', ')} can’t sign in and won’t see this.`,
  })
}

/** Creates a comment, or edits or deletes the user's own. */
export function useCommentWrites(keywordId: number) {
  const queries = useQueryClient()
  const refresh = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: commentsQuery(keywordId).queryKey }),
      refreshKeywords(queries),
    ])
  const create = useMutation({
    mutationFn: ({ comment, key }: { comment: string; key: string }) =>
      call(
        keywordCommentEndpoints.create,
        { params: { id: keywordId }, body: { keyword_id: keywordId, user_id: session.user()?.id, comment } },
        { key: key || undefined },
      ),
    onSuccess: (written) => {
      warn(written?.unreachable ?? [])
      return refresh()
    },
    onError: handleError(FAILURES.create),
  })
  const update = useMutation({
    mutationFn: ({ commentId, comment }: { commentId: number; comment: string }) =>
      call(keywordCommentEndpoints.update, { params: { id: keywordId, commentId }, body: { comment } }),
    onSuccess: (written) => {
      warn(written?.unreachable ?? [])
      return refresh()
    },
    onError: handleError(FAILURES.update),
  })
  const remove = useMutation({
    mutationFn: (commentId: number) =>
      call(keywordCommentEndpoints.remove, { params: { id: keywordId, commentId } }),
    onSuccess: refresh,
    onError: handleError(FAILURES.remove),
  })
  return { create, update, remove }
}
