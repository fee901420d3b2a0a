import { userHandlers } from './routes.ts'
import { createUsersService } from './service.ts'
import type { UsersDeps } from './verbs/save-user.ts'

export function createUsers(deps: UsersDeps) {
  const service = createUsersService(deps)
  return { service, handlers: userHandlers(deps.db, service) }
}
