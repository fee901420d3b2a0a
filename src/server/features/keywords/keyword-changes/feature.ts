import type { ChangeDeps } from './deps.ts'
import { changeJobs } from './jobs.ts'
import { changeHandlers } from './routes.ts'
import { createChangesService } from './service.ts'

export function createKeywordChanges(deps: ChangeDeps) {
  const service = createChangesService(deps)
  return { service, handlers: changeHandlers(service), jobs: changeJobs(deps) }
}
