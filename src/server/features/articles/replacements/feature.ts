import { replacementJobs } from './jobs.ts'
import type { ReplacementParts } from './parts.ts'
import { replacementHandlers } from './routes.ts'
import { createReplacementsService } from './service.ts'

export function createReplacements(parts: ReplacementParts) {
  const service = createReplacementsService(parts)
  return { service, handlers: replacementHandlers(service), jobs: replacementJobs(parts) }
}
