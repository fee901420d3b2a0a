import { ROLES } from '#shared/access/roles.ts'
import type { userActivityEndpoints } from '#shared/features/people/user-activity/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
import { listText, objectText } from '../../../db/json/json-text.ts'
import { countVisitsByPath, countVisitsByRole } from './queries.ts'
import type { ActivityService } from './service.ts'

export function activityHandlers(
  { db, timeZone }: { db: Db; timeZone: string },
  service: ActivityService,
): Handlers<typeof userActivityEndpoints> {
  return {
    async record({ visitor, body }) {
      if (visitor) await service.recordVisit(visitor, body)
      return undefined
    },
    async list({ query }) {
      const { rows, info } = await service.searchVisits(query)
      return objectText({ data: listText(rows), pageInfo: info })
    },
    async stats({ query }) {
      const stats = await countVisitsByRole(db, { ...query, timeZone })
      return { stats: stats.map(({ role, count }) => ({ role, label: ROLES[role].description, count })) }
    },
    dayStats: async ({ query }) => ({ stats: await service.countByDay(query) }),
    pathStats: async ({ query }) => ({ stats: await countVisitsByPath(db, { ...query, timeZone }) }),
  }
}
