import { preflightHandlers } from './routes.ts'
import { createPreflightService, type PreflightParts } from './service.ts'

export function createPreflight(parts: PreflightParts) {
  return { handlers: preflightHandlers(createPreflightService(parts)) }
}
