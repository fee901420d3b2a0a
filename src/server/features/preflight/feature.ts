import { preflightHandlers } from './routes.ts'
import { createPreflightService, type PreflightParts } from './service.ts'

export function createPreflight(parts: PreflightParts) {
  const service = createPreflightService(parts)
  return { service, handlers: preflightHandlers(service) }
}
