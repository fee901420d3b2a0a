import { preflightHandlers } from './routes.ts'
import { createPreflightService, type PreflightDeps } from './service.ts'

export function createPreflight(deps: PreflightDeps) {
  return { handlers: preflightHandlers(createPreflightService(deps)) }
}
