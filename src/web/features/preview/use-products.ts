import { useQueries } from '@tanstack/react-query'
import type { ProductPreview } from '#shared/features/preview/contract.ts'
import { productQuery } from './queries.ts'

export interface LiveProduct {
  asin: string
  state: 'loading' | 'failed' | 'ready'
  /** Nothing while it loads, where it failed, and where the marketplace has said nothing. */
  product: ProductPreview | undefined
  retry: () => void
}

/** The live data of a page's products, each on its own: one that fails hides none of the others. */
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
