import type { ReplacementDeps } from './deps.ts'
import { replacementJobs } from './jobs.ts'
import { replacementHandlers } from './routes.ts'
import { createReplacementsService } from './service.ts'

export function createReplacements(deps: ReplacementDeps) {
  const service = createReplacementsService(deps)
  return { service, handlers: replacementHandlers(service), jobs: replacementJobs(deps) }
}
