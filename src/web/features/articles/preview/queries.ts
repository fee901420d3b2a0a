import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { type ProductPreview, previewEndpoints } from '#shared/features/articles/preview/contract.ts'
import { ASIN } from '#shared/features/articles/preview/rules.ts'
import { ApiError } from '#web/api/api-error.ts'
import { call } from '#web/api/client.ts'

/** The server caches prices, so requesting them more often would change nothing. */
const PRICES_STALE_MS = 5 * 60_000

const previewKey = (site: string, id: number) => ['preview', site, id] as const

/** Refetches the page of a post. */
export const refreshPreview = (queries: QueryClient, site: string, id: number) =>
  queries.invalidateQueries({ queryKey: previewKey(site, id) })

/** A post with its site; null if the site has no such post. */
export const previewQuery = (site: string, id: number) =>
  queryOptions({
    queryKey: previewKey(site, id),
    queryFn: ({ signal }) =>
      call(previewEndpoints.read, { query: { site, id } }, { signal }).catch((error: unknown) => {
        if (error instanceof ApiError && error.status === 404) return null
        throw error
      }),
  })

/** Marketplace data of a product: the last entry of the returned list. Null if unknown. */
export const productQuery = (asin: string) =>
  queryOptions({
    queryKey: ['preview', 'product', asin],
    queryFn: async ({ signal }): Promise<ProductPreview | null> => {
      const list = await call(previewEndpoints.product, { params: { asin } }, { signal })
      return list.at(-1) ?? null
    },
    enabled: ASIN.test(asin),
    staleTime: PRICES_STALE_MS,
  })
