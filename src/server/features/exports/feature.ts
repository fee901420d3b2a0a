import { join } from 'node:path'
import { exportJobs } from './jobs.ts'
import { exportHandlers } from './routes.ts'
import { createExportsService, type ExportParts } from './service.ts'

export function createExports({ dataDir, ...parts }: Omit<ExportParts, 'folder'> & { dataDir: string }) {
  const service = createExportsService({ ...parts, folder: join(dataDir, 'exports') })
  return { service, handlers: exportHandlers(service), jobs: exportJobs(service) }
}
