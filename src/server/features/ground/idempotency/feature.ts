import { createIdempotencyService, type IdempotencyDeps } from './service.ts'

export function createIdempotency(deps: IdempotencyDeps) {
  return createIdempotencyService(deps)
}
