import type { WarehouseDeps } from './deps.ts'
import { warehouseJobs } from './jobs.ts'
import { warehouseHandlers } from './routes.ts'
import { createWarehouseService } from './service.ts'

export type { WarehouseImports } from './deps.ts'

export function createWarehouseReadings(deps: WarehouseDeps) {
  const service = createWarehouseService(deps)
  const leaving = new AbortController()
  return {
    service,
    handlers: warehouseHandlers(service),
    jobs: warehouseJobs(deps, leaving.signal),
    /** Cancels running queries in the warehouse. The next start reads the rest. */
    leave: async () => leaving.abort(new Error('The server stops.')),
  }
}
