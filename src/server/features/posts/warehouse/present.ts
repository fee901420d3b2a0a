import type { WarehouseState } from '#shared/features/posts/warehouse/contract.ts'
import type { WarehouseService } from './service.ts'

type Known = Awaited<ReturnType<WarehouseService['readState']>>

const isoOf = (moment: Date | null | undefined) => moment?.toISOString() ?? null

/** Null where there is no outside warehouse. */
export function presentState(known: Known): { warehouse: WarehouseState | null } {
  if (known === null) return { warehouse: null }
  const { adapter, reading } = known
  return {
    warehouse: {
      adapter,
      read_at: isoOf(reading?.readAt),
      started_at: isoOf(reading?.startedAt),
      part: reading?.part ?? null,
      rows: reading?.rows ?? 0,
      failed_since: isoOf(reading?.failedSince),
      failure: reading?.failure ?? null,
      refused: (reading?.refused ?? []).map(({ part, why, rows }) => ({ part, why, rows })),
    },
  }
}
