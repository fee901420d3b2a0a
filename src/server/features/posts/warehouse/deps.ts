import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { WarehouseSource } from '../../../integrations/warehouse-source/port.ts'
import type { EnqueueOnce } from '../../../jobs/job.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'
import type { Actor } from '../../../security/actor.ts'

interface TakenOver {
  by: Actor
  /** Called for each refused row with the reason. */
  refuse: (row: { why: string }) => void
  /** Start of the reading, and of the last finished one before; null if there was none. */
  reading: { at: Date; previousAt: Date | null }
}

/** How rows are taken over: as the lines of a file of the same kind. */
export type WarehouseImports = Readonly<
  Record<SourcePart, (rows: AsyncIterable<ImportRow>, told: TakenOver) => Promise<unknown>>
>

export interface WarehouseDeps {
  db: Db
  clock: () => Date
  enqueueOnce: EnqueueOnce
  log: { warn(about: object, message: string): void }
  /** The external warehouse; null if there is none. */
  warehouseSource: WarehouseSource | null
  imports: WarehouseImports
  /** How long the warehouse may take to answer a slice. */
  sliceMs?: number
}
