import { userHandlers } from './routes.ts'
import { createUsersService } from './service.ts'
import type { UsersParts } from './verbs/save-user.ts'

export function createUsers(parts: UsersParts) {
  const service = createUsersService(parts)
  return { service, handlers: userHandlers(parts.db, service) }
}
