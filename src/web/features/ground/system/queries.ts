import { queryOptions, useQuery } from '@tanstack/react-query'
import { systemEndpoints } from '#shared/features/ground/system/contract.ts'
import { call } from '#web/api/client.ts'

/** Environment and build; fetched once, and errors are ignored. */
export const healthQuery = queryOptions({
  queryKey: ['health'],
  queryFn: ({ signal }) => call(systemEndpoints.health, {}, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
  retry: false,
})

export const outboxQuery = queryOptions({
  queryKey: ['outbox'],
  queryFn: ({ signal }) => call(systemEndpoints.outbox, {}, { signal }),
  refetchInterval: 5_000,
})

const USUAL_MARKETPLACE = 'www.amazon.com'

/** The URL of the shop that products link to. */
export function useShop(): string {
  const { data: health } = useQuery(healthQuery)
  return `https://${health?.marketplace || USUAL_MARKETPLACE}`
}
