import type { Db } from '../../db/connect.ts'
import { activityHandlers } from './routes.ts'
import { createActivityService } from './service.ts'

export function createUserActivity(parts: { db: Db; clock: () => Date; timeZone: string }) {
  const service = createActivityService(parts)
  return { service, handlers: activityHandlers(parts, service) }
}
