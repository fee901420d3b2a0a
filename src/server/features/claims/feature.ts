import { claimHandlers } from './routes.ts'
import { createClaimsService } from './service.ts'

export function createClaims(parts: Parameters<typeof createClaimsService>[0]) {
  const service = createClaimsService(parts)
  return { service, handlers: claimHandlers(service) }
}
