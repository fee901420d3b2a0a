import { runHandlers } from './routes.ts'
import { createRunsService, type RunsDeps } from './service.ts'

export function createRuns(deps: RunsDeps) {
  const service = createRunsService(deps)
  return { service, handlers: runHandlers(service) }
}
