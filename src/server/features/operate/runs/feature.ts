import { runHandlers } from './routes.ts'
import { createRunsService, type RunsParts } from './service.ts'

export function createRuns(parts: RunsParts) {
  const service = createRunsService(parts)
  return { service, handlers: runHandlers(service) }
}
