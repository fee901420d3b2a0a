import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { articleVersionEndpoints } from '#shared/features/articles/article-versions/contract.ts'
import { call } from '#web/api/client.ts'
import { keyWithArticles } from '../articles/queries.ts'

/**
 * The saved versions of an article, with pages. The version is part of the key, so that a save refetches
 * them.
 */
export const versionsQuery = (id: number, version: number) =>
  infiniteQueryOptions({
    queryKey: keyWithArticles('versions', id, version),
    initialPageParam: undefined as number | undefined,
    queryFn: ({ signal, pageParam: before }) =>
      call(articleVersionEndpoints.list, { params: { id }, query: { before } }, { signal }),
    getNextPageParam: (page) => page?.before,
    select: ({ pages }) => pages.flatMap((page) => page?.nodes ?? []),
  })

/** The changes since the last return. */
export const changesQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: keyWithArticles('changes', id, version),
    queryFn: ({ signal }) => call(articleVersionEndpoints.sinceReturn, { params: { id } }, { signal }),
  })
