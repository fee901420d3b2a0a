import { queryOptions } from '@tanstack/react-query'
import { auditEndpoints } from '#shared/features/ground/audit/contract.ts'
import { workEndpoints } from '#shared/features/people/work/contract.ts'
import { call } from '#web/api/client.ts'
import { keyWithArticles } from '../../articles/articles/queries.ts'

/** The numbers of the user's articles by status; invalidated together with the articles. */
export const ownWorkQuery = queryOptions({
  queryKey: keyWithArticles('work', 'own'),
  queryFn: ({ signal }) => call(workEndpoints.readOwn, {}, { signal }),
})

/** A user's most recently changed articles. */
export const workOfQuery = (id: number) =>
  queryOptions({
    queryKey: keyWithArticles('work', id),
    queryFn: ({ signal }) => call(workEndpoints.readOf, { params: { id } }, { signal }),
    select: (nodes) => nodes && { nodes },
  })

/** The user's latest acts. */
export const ownActsQuery = queryOptions({
  queryKey: ['audit', 'own'],
  queryFn: async ({ signal }) =>
    (await call(auditEndpoints.listOwn, { query: { page: 1 } }, { signal }))?.nodes ?? [],
})
