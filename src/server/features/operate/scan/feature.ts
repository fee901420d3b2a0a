import type { ConnectivityDeps } from './deps.ts'
import { scanJobs } from './jobs.ts'
import { scanHandlers } from './routes.ts'
import { createScanService } from './service.ts'

export function createScan(deps: ConnectivityDeps) {
  const service = createScanService(deps)
  return { service, handlers: scanHandlers(service), jobs: scanJobs(service, deps.timeZone) }
}
