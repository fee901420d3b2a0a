import { createIdempotencyService, type IdempotencyParts } from './service.ts'

export function createIdempotency(parts: IdempotencyParts) {
  return createIdempotencyService(parts)
}
