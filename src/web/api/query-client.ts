import { MutationCache, type Query, QueryCache, QueryClient } from '@tanstack/react-query'
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

/** Queries whose answer is under way and may be from before a change. */
const outdated = new WeakSet<Query>()

/**
 * Reads again what a change may have made outdated. The library restarts reads that are under way, except the first
 * read of a query and those of queries that no component shows: their answer would count as fresh although the server
 * may have read before the change. When it arrives, these queries are read again.
 */
class FreshQueryClient extends QueryClient {
  override invalidateQueries: QueryClient['invalidateQueries'] = (filters, options) => {
    for (const query of this.getQueryCache().findAll({ ...filters, fetchStatus: 'fetching' }))
      if (query.state.data === undefined || !query.isActive()) outdated.add(query)
    return super.invalidateQueries(filters, options)
  }
}

export function createQueryClient(): QueryClient {
  const client: QueryClient = new FreshQueryClient({
    queryCache: new QueryCache({
      onSuccess: (_answer, query) => {
        if (outdated.delete(query as Query))
          void client.invalidateQueries({ queryKey: query.queryKey, exact: true })
      },
    }),
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
