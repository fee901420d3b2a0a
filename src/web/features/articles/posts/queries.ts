import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { postEndpoints } from '#shared/features/articles/posts/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { notify } from '#web/ui/feedback/notify.ts'
import { refreshArticles } from '../articles/queries.ts'
import { refreshPreview } from '../preview/queries.ts'
import { DONE, FAILURES } from './messages.ts'

const postKey = (site: string, id: number) => ['posts', site, id] as const

/** A built-in post; null if none exists. */
export const postQuery = (site: string, id: number) =>
  queryOptions({
    queryKey: postKey(site, id),
    queryFn: ({ signal }) =>
      call(postEndpoints.read, { params: { site, id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

export function usePublishPost(site: string, id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => call(postEndpoints.publish, { params: { site, id } }),
    onSuccess: (post) => {
      queries.setQueryData(postKey(site, id), post)
      void refreshPreview(queries, site, id)
      void refreshArticles(queries)
      notify({ kind: 'success', title: DONE.published })
    },
    onError: handleError(FAILURES.publish),
  })
}
