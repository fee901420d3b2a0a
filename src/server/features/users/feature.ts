import { userHandlers } from './routes.ts'
import { createUsersService, type UsersParts } from './service.ts'

export function createUsers(parts: UsersParts) {
  const service = createUsersService(parts)
  return { service, handlers: userHandlers(parts.db, service) }
}
