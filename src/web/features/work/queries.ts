import { queryOptions } from '@tanstack/react-query'
import { auditEndpoints } from '#shared/features/audit/contract.ts'
import { workEndpoints } from '#shared/features/work/contract.ts'
import { call } from '#web/api/client.ts'
import { keyWithArticles } from '../articles/queries.ts'

/** Where one's articles stand; read again whenever articles are. */
export const ownWorkQuery = queryOptions({
  queryKey: keyWithArticles('work', 'own'),
  queryFn: ({ signal }) => call(workEndpoints.readOwn, {}, { signal }),
})

/** The articles of somebody that changed last. */
export const workOfQuery = (id: number) =>
  queryOptions({
    queryKey: keyWithArticles('work', id),
    queryFn: ({ signal }) => call(workEndpoints.readOf, { params: { id } }, { signal }),
  })

/** What one did last. */
export const ownActsQuery = queryOptions({
  queryKey: ['audit', 'own'],
  queryFn: async ({ signal }) =>
    (await call(auditEndpoints.listOwn, { query: { page: 1 } }, { signal }))?.nodes ?? [],
})
