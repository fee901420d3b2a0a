import { failedJobHandlers } from './routes.ts'
import { createFailedJobsService, type FailedJobsDeps } from './service.ts'

/** For the list of background work. */
export { type FailedJobRow, listFailedJobs } from './queries.ts'
export { IS_FAILED, retryFailedJobs } from './store.ts'

export function createFailedJobs(deps: FailedJobsDeps) {
  const service = createFailedJobsService(deps)
  return { service, handlers: failedJobHandlers(service) }
}
