import { failedJobHandlers } from './routes.ts'
import { createFailedJobsService, type FailedJobsParts } from './service.ts'

export function createFailedJobs(parts: FailedJobsParts) {
  const service = createFailedJobsService(parts)
  return { service, handlers: failedJobHandlers(service) }
}
