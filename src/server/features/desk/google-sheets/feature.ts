import { sheetJobs } from './jobs.ts'
import type { SheetParts } from './parts.ts'
import { sheetHandlers } from './routes.ts'
import { createSheetsService } from './service.ts'

export function createGoogleSheets(parts: SheetParts) {
  const service = createSheetsService(parts)
  return { service, handlers: sheetHandlers(service), jobs: sheetJobs(parts) }
}
