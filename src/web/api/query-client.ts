import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-error.ts'

/** The number of articles that wait for someone. Any write by the user can change it. */
export const PENDING_COUNT_KEY = ['articles', 'pending', 'count'] as const
/** All data about keywords, including the state of their articles. */
export const KEYWORDS_KEY = ['keywords'] as const

/** A refusal is final. Only errors that can be temporary are retried, twice. */
export function mayRetry(failures: number, error: Error): boolean {
  const hiccup = !(error instanceof ApiError) || (error.status >= 500 && error.code !== 'offline')
  return hiccup && failures < 2
}

/** Backoff in ms, short enough to show the error within a second. */
export const retryDelay = (failures: number): number => 250 * 2 ** failures

export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: () => void client.invalidateQueries({ queryKey: PENDING_COUNT_KEY }),
    }),
    defaultOptions: {
      // Without a network, requests fail immediately. They are not queued to be sent later without the user's
      // knowledge.
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
