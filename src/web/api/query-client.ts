import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** Everything that waits for somebody; every write of one's own may change how much that is. */
export const PENDING_COUNT_KEY = ['articles', 'pending', 'count'] as const
/** Everything that is shown of keywords, how far their articles are included. */
export const KEYWORDS_KEY = ['keywords'] as const

/** A refusal stays a refusal; only what may be a hiccup is tried again, twice. */
export function mayRetry(failures: number, error: Error): boolean {
  const hiccup = !(error instanceof ApiError) || (error.status >= 500 && error.code !== 'offline')
  return hiccup && failures < 2
}

/** Milliseconds before it is tried again: whoever waits is told within a second that it cannot be had. */
export const retryDelay = (failures: number): number => 250 * 2 ** failures

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: PENDING_COUNT_KEY }),
    }),
    defaultOptions: {
      // Without a network a call fails at once and says so. It is not kept back to be sent later, unasked.
      queries: {
        networkMode: 'always',
        retry: mayRetry,
        retryDelay,
        staleTime: 15_000,
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  return client
}
