import { claimHandlers } from './routes.ts'
import { type ClaimParts, createClaimsService } from './service.ts'

export function createClaims(parts: ClaimParts) {
  return { handlers: claimHandlers(createClaimsService(parts)) }
}
