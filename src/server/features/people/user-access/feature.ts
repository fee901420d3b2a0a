import type { UserAccessDeps } from './deps.ts'
import { userAccessJobs } from './jobs.ts'
import { userAccessHandlers } from './routes.ts'
import { createUserAccessService } from './service.ts'

export function createUserAccess(deps: UserAccessDeps) {
  const service = createUserAccessService(deps)
  return { service, handlers: userAccessHandlers(service), jobs: userAccessJobs(deps) }
}
