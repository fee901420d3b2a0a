import { queryOptions, useQuery } from '@tanstack/react-query'
import { systemEndpoints } from '#shared/features/system/contract.ts'
import { call } from '#web/api/client.ts'

/** Environment and build; asked once, a failure is nobody's business. */
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

/** The address of the shop to which products lead. */
export function useShop(): string {
  const { data: health } = useQuery(healthQuery)
  return `https://${health?.marketplace || USUAL_MARKETPLACE}`
}
