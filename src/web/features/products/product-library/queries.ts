import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  productLibraryEndpoints as endpoints,
  type Product,
} from '#shared/features/products/product-library/contract.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILURES } from './messages.ts'
import type { ProductsSearch } from './search.ts'

const LIBRARY = ['product-library'] as const
/** Poll interval while a scan runs, and how soon a scan started by the schedule is noticed. */
const WATCHED_MS = 2000
const UNWATCHED_MS = 60_000
const FRESH_MS = 60_000

type Listed = Pick<ProductsSearch, 'query' | 'stock' | 'page' | 'sort' | 'sortOrder'>

export const productsQuery = ({ query, stock, page, sort, sortOrder }: Listed) =>
  queryOptions({
    queryKey: [...LIBRARY, 'list', { query, stock, page, sort, sortOrder }],
    queryFn: ({ signal }) =>
      call(endpoints.list, { query: { query, stock, page, sort, sortOrder } }, { signal }),
    select: (found) => ({
      rows: found?.nodes ?? [],
      total: found?.totalCount ?? 0,
      isMore: found?.is_more ?? false,
      stocks: found?.stocks ?? null,
    }),
    placeholderData: keepPreviousData,
  })

/** A product; null if none has this id. */
export const productQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'one', id],
    queryFn: ({ signal }) =>
      call(endpoints.read, { params: { id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

export const stocksQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'stocks', id],
    queryFn: async ({ signal }) => (await call(endpoints.stocks, { params: { id } }, { signal })) ?? [],
  })

export const pricesQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'prices', id],
    queryFn: async ({ signal }) => (await call(endpoints.prices, { params: { id } }, { signal })) ?? [],
  })

const providerQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'provider', id],
    queryFn: ({ signal }) => call(endpoints.providerData, { params: { id } }, { signal }),
    staleTime: FRESH_MS,
  })

export const productStatsQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'stats', id],
    queryFn: async ({ signal }) => (await call(endpoints.stats, { params: { id } }, { signal })) ?? [],
  })

export const productArticlesQuery = (id: number) =>
  queryOptions({
    queryKey: [...LIBRARY, 'articles', id],
    queryFn: async ({ signal }) => (await call(endpoints.articles, { params: { id } }, { signal })) ?? [],
  })

export const scansQuery = queryOptions({
  queryKey: [...LIBRARY, 'scans'],
  queryFn: ({ signal }) => call(endpoints.scans, {}, { signal }),
  refetchInterval: ({ state }) => (state.data?.running ? WATCHED_MS : UNWATCHED_MS),
})

/**
 * Marketplace data of a product. Loading it also updates the product's stock, so the product and its history
 * are refetched.
 */
export function useProvider({ product_id: id, last_scanned: scanned }: Product) {
  const queries = useQueryClient()
  const provider = useQuery(providerQuery(id))
  const readAt = provider.data?.as_of ?? null
  const isNews = readAt !== null && (scanned === null || readAt > scanned)
  useEffect(() => {
    if (!isNews) return
    void queries.invalidateQueries({
      queryKey: LIBRARY,
      predicate: ({ queryKey }) => queryKey[1] !== 'provider' && queryKey[1] !== 'scans',
    })
  }, [queries, isNews])
  return provider
}

/** Starts a scan of the products that match the filters. */
export function useScanStock() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: { query: string; stock: ProductsSearch['stock'] }) => call(endpoints.scan, { body }),
    onSettled: () => queries.invalidateQueries({ queryKey: scansQuery.queryKey }),
    onError: handleError(FAILURES.scan),
  })
}

/** Refetches the products whenever a scan has ended. */
export function useScanEnd(lastScan: number | undefined): void {
  const queries = useQueryClient()
  const seen = useRef(lastScan)
  useEffect(() => {
    if (lastScan === undefined || lastScan === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = lastScan
    if (!isFirst) void queries.invalidateQueries({ queryKey: LIBRARY })
  }, [lastScan, queries])
}
