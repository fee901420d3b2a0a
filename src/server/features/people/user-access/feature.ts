import { userAccessJobs } from './jobs.ts'
import type { UserAccessParts } from './parts.ts'
import { userAccessHandlers } from './routes.ts'
import { createUserAccessService } from './service.ts'

export function createUserAccess(parts: UserAccessParts) {
  const service = createUserAccessService(parts)
  return { service, handlers: userAccessHandlers(service), jobs: userAccessJobs(parts) }
}
