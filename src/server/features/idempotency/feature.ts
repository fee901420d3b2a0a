import { idempotencyJobs } from './jobs.ts'
import { createIdempotencyService, type IdempotencyParts } from './service.ts'

export function createIdempotency(parts: IdempotencyParts) {
  return { ...createIdempotencyService(parts), jobs: idempotencyJobs(parts) }
}
