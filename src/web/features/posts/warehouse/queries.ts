import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import {
  warehouseEndpoints as endpoints,
  type WarehouseState,
} from '#shared/features/posts/warehouse/contract.ts'
import { call } from '#web/api/client.ts'
import { handleError } from '#web/api/handle-error.ts'
import { useMutation } from '#web/api/use-mutation.ts'
import { FAILED_TO_READ } from './messages.ts'

/** Poll interval while an import runs, and how soon an import started by the schedule is noticed. */
const WATCHED_MS = 2000
const UNWATCHED_MS = 60_000
/** Screens that show data from the warehouse. */
const SHOWN_FROM_IT = [['content-tracker'], ['reports', 'oos']]

/** The external warehouse; null if none is configured or its state is unknown. */
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

/** Starts an import from the warehouse: only changes, or everything. */
export function useReadWarehouse() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (everything: boolean) => call(endpoints.read, { body: { everything } }),
    onSettled: () => queries.invalidateQueries({ queryKey: warehouseQuery.queryKey }),
    onError: handleError(FAILED_TO_READ),
  })
}

/** Refetches the warehouse's data whenever an import has ended. */
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
