import { claimHandlers } from './routes.ts'
import { type ClaimDeps, createClaimsService } from './service.ts'

export function createClaims(deps: ClaimDeps) {
  const service = createClaimsService(deps)
  return { service, handlers: claimHandlers(service) }
}
