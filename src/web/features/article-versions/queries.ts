import { queryOptions } from '@tanstack/react-query'
import { articleVersionEndpoints } from '#shared/features/article-versions/contract.ts'
import { call } from '#web/api/client.ts'

/** Every save of an article. The version is part of the key, so that a save asks anew. */
export const versionsQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['articles', 'versions', id, version],
    queryFn: ({ signal }) => call(articleVersionEndpoints.list, { params: { id } }, { signal }),
  })

/** What changed since the last return. */
export const changesQuery = (id: number, version: number) =>
  queryOptions({
    queryKey: ['articles', 'changes', id, version],
    queryFn: ({ signal }) => call(articleVersionEndpoints.sinceReturn, { params: { id } }, { signal }),
  })
