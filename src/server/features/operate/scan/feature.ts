import { scanJobs } from './jobs.ts'
import type { ConnectivityParts } from './parts.ts'
import { scanHandlers } from './routes.ts'
import { createScanService } from './service.ts'

export function createScan(parts: ConnectivityParts) {
  const service = createScanService(parts)
  return { service, handlers: scanHandlers(service), jobs: scanJobs(service, parts.timeZone) }
}
