import { failedJobHandlers } from './routes.ts'
import { createFailedJobsService, type FailedJobsParts } from './service.ts'

/** For the list of background work. */
export { type FailedJobRow, listFailedJobs } from './queries.ts'
export { IS_FAILED, retryFailedJobs } from './store.ts'

export function createFailedJobs(parts: FailedJobsParts) {
  const service = createFailedJobsService(parts)
  return { service, handlers: failedJobHandlers(service) }
}
