import { ROLES } from '#shared/access/roles.ts'
import type { userActivityEndpoints } from '#shared/features/people/user-activity/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Db } from '../../../db/connect.ts'
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
      return {
        data: rows.map((row) => ({
          id: row.id,
          user: { id: row.userId, first_name: row.firstName, last_name: row.lastName },
          role_id: row.roleId,
          path: row.path,
          created_at: row.createdAt.toISOString(),
          count: row.count,
        })),
        pageInfo: info,
      }
    },
    async stats({ query }) {
      const stats = await countVisitsByRole(db, { ...query, timeZone })
      return { stats: stats.map(({ role, count }) => ({ role, label: ROLES[role].description, count })) }
    },
    dayStats: async ({ query }) => ({ stats: await service.countByDay(query) }),
    pathStats: async ({ query }) => ({ stats: await countVisitsByPath(db, { ...query, timeZone }) }),
  }
}
