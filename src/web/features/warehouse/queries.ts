import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { warehouseEndpoints as endpoints, type WarehouseState } from '#shared/features/warehouse/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { FAILED_TO_READ } from './messages.ts'

/** How soon whoever watches a reading sees it go on; and how soon one that begins by itself is seen. */
const WATCHED_MS = 2000
const UNWATCHED_MS = 60_000
/** What screens show of what it says. */
const SHOWN_FROM_IT = [['content-tracker'], ['reports', 'oos']]

/** The outside warehouse; null where there is none, or nobody can say. */
export const warehouseQuery = queryOptions({
  queryKey: ['warehouse'],
  queryFn: ({ signal }) => call(endpoints.state, {}, { signal }),
  select: (answer) => answer?.warehouse ?? null,
  refetchInterval: ({ state }) => {
    const known = state.data?.warehouse
    if (known === null) return false
    return known?.started_at ? WATCHED_MS : UNWATCHED_MS
  },
})

/** Has the warehouse read, what has changed or everything. */
export function useReadWarehouse() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (everything: boolean) => call(endpoints.read, { body: { everything } }),
    onSettled: () => queries.invalidateQueries({ queryKey: warehouseQuery.queryKey }),
    onError: handleError(FAILED_TO_READ),
  })
}

/** Reads what comes from the warehouse again whenever a reading has ended. */
export function useReadingEnd(known: WarehouseState | null | undefined): void {
  const queries = useQueryClient()
  const readAt = known === undefined ? undefined : (known?.read_at ?? null)
  const seen = useRef(readAt)
  useEffect(() => {
    if (readAt === undefined || readAt === seen.current) return
    const isFirst = seen.current === undefined
    seen.current = readAt
    if (!isFirst) for (const queryKey of SHOWN_FROM_IT) void queries.invalidateQueries({ queryKey })
  }, [readAt, queries])
}
