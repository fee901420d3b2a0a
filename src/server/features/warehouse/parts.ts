import type { Pool } from 'pg'
import type { Db } from '../../db/connect.ts'
import type { WarehouseSource } from '../../integrations/warehouse-source/port.ts'
import type { Enqueue } from '../../jobs/job.ts'

export interface WarehouseParts {
  db: Db
  pool: Pool
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
  enqueue: Enqueue
  log: { warn(about: object, message: string): void }
  /** The outside warehouse; null where there is none. */
  warehouseSource: WarehouseSource | null
}
