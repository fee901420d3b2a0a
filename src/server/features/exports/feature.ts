import { exportJobs } from './jobs.ts'
import { exportHandlers } from './routes.ts'
import { createExportsService, type ExportParts } from './service.ts'

export function createExports(parts: ExportParts) {
  const service = createExportsService(parts)
  return { service, handlers: exportHandlers(service), jobs: exportJobs(service) }
}
