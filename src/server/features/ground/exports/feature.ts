import { exportJobs } from './jobs.ts'
import type { ExportParts } from './parts.ts'
import { exportHandlers } from './routes.ts'
import { createExportsService } from './service.ts'

export function createExports(parts: ExportParts) {
  const service = createExportsService(parts)
  return { service, handlers: exportHandlers(service), jobs: exportJobs(service) }
}
