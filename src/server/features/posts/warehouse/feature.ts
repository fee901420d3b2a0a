import { warehouseJobs } from './jobs.ts'
import type { WarehouseParts } from './parts.ts'
import { warehouseHandlers } from './routes.ts'
import { createWarehouseService } from './service.ts'

export type { WarehouseImports } from './parts.ts'

export function createWarehouseReadings(parts: WarehouseParts) {
  const service = createWarehouseService(parts)
  const leaving = new AbortController()
  return {
    service,
    handlers: warehouseHandlers(service),
    jobs: warehouseJobs(parts, leaving.signal),
    /** Cancels running queries in the warehouse. The next start reads the rest. */
    leave: async () => leaving.abort(new Error('The server stops.')),
  }
}
