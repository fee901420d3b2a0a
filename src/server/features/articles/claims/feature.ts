import { claimHandlers } from './routes.ts'
import { type ClaimParts, createClaimsService } from './service.ts'

export function createClaims(parts: ClaimParts) {
  const service = createClaimsService(parts)
  return { service, handlers: claimHandlers(service) }
}
