import type { SheetDeps } from './deps.ts'
import { sheetJobs } from './jobs.ts'
import { sheetHandlers } from './routes.ts'
import { createSheetsService } from './service.ts'

export function createGoogleSheets(deps: SheetDeps) {
  const service = createSheetsService(deps)
  return { service, handlers: sheetHandlers(service), jobs: sheetJobs(deps) }
}
