import { join } from 'node:path'
import { exportJobs } from './jobs.ts'
import type { ExportParts } from './parts.ts'
import { exportHandlers } from './routes.ts'
import { createExportsService } from './service.ts'

export function createExports({ dataDir, ...parts }: Omit<ExportParts, 'folder'> & { dataDir: string }) {
  const service = createExportsService({ ...parts, folder: join(dataDir, 'exports') })
  return { service, handlers: exportHandlers(service), jobs: exportJobs(service) }
}
