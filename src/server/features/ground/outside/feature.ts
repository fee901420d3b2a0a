import type { Enqueue } from '../../../jobs/job.ts'
import { CHECK_OUTSIDE, outsideJobs } from './jobs.ts'
import { outsideHandlers } from './routes.ts'
import { createOutsideService, type OutsideDeps } from './service.ts'

export function createOutside(deps: OutsideDeps & { enqueue: Enqueue }) {
  const service = createOutsideService(deps)
  return {
    service,
    handlers: outsideHandlers(service),
    jobs: outsideJobs(service),
    /** Asks all systems soon after a start, and keeps no start waiting. */
    checkSoon: () => deps.enqueue(deps.db, CHECK_OUTSIDE, {}),
  }
}
