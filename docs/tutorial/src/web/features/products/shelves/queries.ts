import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { shelfEndpoints } from '#shared/features/products/shelves/contract.ts'
import { call } from '#web/api/client.ts'
import type { ShelvesSearch } from './search.ts'

export const shelvesQuery = (search: ShelvesSearch) =>
  queryOptions({
    queryKey: ['shelves', 'list', search],
    queryFn: async ({ signal }) => {
      const answer = await call(shelfEndpoints.list, { query: search }, { signal })
      return { rows: answer?.nodes ?? [], total: answer?.totalCount ?? 0 }
    },
    placeholderData: keepPreviousData,
  })
