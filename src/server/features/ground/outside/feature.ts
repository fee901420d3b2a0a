import type { Enqueue } from '../../../jobs/job.ts'
import { CHECK_OUTSIDE, outsideJobs } from './jobs.ts'
import { outsideHandlers } from './routes.ts'
import { createOutsideService, type OutsideParts } from './service.ts'

export function createOutside(parts: OutsideParts & { enqueue: Enqueue }) {
  const service = createOutsideService(parts)
  return {
    service,
    handlers: outsideHandlers(service),
    jobs: outsideJobs(service),
    /** Asks all systems soon after a start, and keeps no start waiting. */
    checkSoon: () => parts.enqueue(parts.db, CHECK_OUTSIDE, {}),
  }
}
