import { useQueries } from '@tanstack/react-query'
import type { ProductPreview } from '#shared/features/articles/preview/contract.ts'
import { productQuery } from './queries.ts'

export interface LiveProduct {
  asin: string
  state: 'loading' | 'failed' | 'ready'
  /** Undefined while loading, after an error, and if the marketplace has no data. */
  product: ProductPreview | undefined
  retry: () => void
}

/** The live data of a page's products, loaded separately so that one failure does not hide the others. */
export function useProducts(asins: readonly string[]): ReadonlyMap<string, LiveProduct> {
  const unique = [...new Set(asins)]
  const results = useQueries({ queries: unique.map(productQuery) })
  return new Map(
    unique.map((asin, index) => {
      const result = results[index]
      const state = result?.isLoading ? 'loading' : result?.isError && !result.data ? 'failed' : 'ready'
      return [
        asin,
        { asin, state, product: result?.data ?? undefined, retry: () => void result?.refetch() },
      ] as const
    }),
  )
}
