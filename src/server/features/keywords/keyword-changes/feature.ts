import { changeJobs } from './jobs.ts'
import type { ChangeParts } from './parts.ts'
import { changeHandlers } from './routes.ts'
import { createChangesService } from './service.ts'

export function createKeywordChanges(parts: ChangeParts) {
  const service = createChangesService(parts)
  return { service, handlers: changeHandlers(service), jobs: changeJobs(parts) }
}
