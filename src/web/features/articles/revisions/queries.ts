import { queryOptions, useQueryClient } from '@tanstack/react-query'
import type { Article } from '#shared/features/articles/articles/contract.ts'
import { type RevisionPlace, revisionEndpoints } from '#shared/features/articles/revisions/contract.ts'
import type { Take } from '#shared/features/articles/revisions/rules.ts'
import { serviceUnavailable } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { keyWithArticles, refreshArticles } from '../articles/queries.ts'
import { FAILURES } from './messages.ts'

/** An update compared with the post's current text; the site is queried whenever it is opened. */
export const revisionQuery = ({ article_id: id, version }: Pick<Article, 'article_id' | 'version'>) =>
  queryOptions({
    queryKey: keyWithArticles('revision', id, version),
    queryFn: ({ signal }) => call(revisionEndpoints.read, { params: { id } }, { signal }),
    staleTime: 0,
  })

/** Starts an update of a published article; returns its id. */
export function useBeginRevision(key: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (id: number) => {
      const begun = await call(revisionEndpoints.begin, { params: { id } }, { key })
      if (begun === null) throw serviceUnavailable()
      return begun.article_id
    },
    onSuccess: () => refreshArticles(queries),
    onError: handleError(FAILURES.begin),
  })
}

/** Stores which version of a place is used. */
export function useChooseWords(id: number) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({
      place: { key, live, wanted },
      take,
    }: {
      place: Pick<RevisionPlace, 'key' | 'live' | 'wanted'>
      take: Take
    }) => call(revisionEndpoints.choose, { params: { id }, body: { key, live, wanted, take } }),
    onSuccess: () => refreshArticles(queries),
    onError: handleError(FAILURES.choose),
  })
}
