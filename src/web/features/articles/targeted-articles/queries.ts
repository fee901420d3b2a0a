import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query'
import { articleEndpoints } from '#shared/features/articles/articles/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { keyWithArticles, refreshArticles } from '../articles/queries.ts'
import { FAILURES } from './messages.ts'

const TARGETED = 'targeted'

/** The articles that target a keyword, newest first. */
export const targetedQuery = (keywordId: number) =>
  queryOptions({
    queryKey: keyWithArticles(TARGETED, keywordId),
    queryFn: ({ signal }) => call(articleEndpoints.list, { query: { keywordId } }, { signal }),
  })

/** Those of them that are in progress. */
export const pendingOfKeywordQuery = (keywordId: number) =>
  queryOptions({
    queryKey: keyWithArticles(TARGETED, keywordId, 'pending'),
    queryFn: ({ signal }) =>
      call(articleEndpoints.list, { query: { keywordId, pending: 'true' } }, { signal }),
  })

/** Tasks of the board that match the words. */
export const tasksQuery = (search: string) =>
  queryOptions({
    queryKey: ['tasks', search],
    queryFn: ({ signal }) => call(articleEndpoints.searchTasks, { query: { search } }, { signal }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
    retry: false,
  })

/** Links an article to the keyword, or removes the link. */
export function useTargets(keywordId: number) {
  const queries = useQueryClient()
  const refresh = () => refreshArticles(queries)
  const add = useMutation({
    mutationFn: (gid: string) => call(articleEndpoints.addTask, { body: { keyword_id: keywordId, gid } }),
    onSuccess: refresh,
    onError: handleError(FAILURES.add),
  })
  const remove = useMutation({
    mutationFn: (articleId: number) =>
      call(articleEndpoints.unlinkKeyword, { params: { id: articleId, keywordId } }),
    onSuccess: refresh,
    onError: handleError(FAILURES.remove),
  })
  const draft = useMutation({
    mutationFn: ({ siteId, title }: { siteId: number; title: string }) =>
      call(articleEndpoints.create, {
        body: { siteId, keywords: [{ keyword_id: keywordId }], title, draft: true },
      }),
    onSuccess: refresh,
  })
  return { add, remove, draft }
}
