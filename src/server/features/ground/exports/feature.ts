import type { ExportDeps } from './deps.ts'
import { exportJobs } from './jobs.ts'
import { exportHandlers } from './routes.ts'
import { createExportsService } from './service.ts'

export function createExports(deps: ExportDeps) {
  const service = createExportsService(deps)
  return { service, handlers: exportHandlers(service), jobs: exportJobs(service) }
}
