import { queryOptions } from '@tanstack/react-query'
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
