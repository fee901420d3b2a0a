import { and, count, desc, eq, gte, lt, type SQL, sql, sum } from 'drizzle-orm'
import type { RoleId } from '#shared/access/roles.ts'
import type { Activity } from '#shared/features/people/user-activity/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import type { JsonText } from '../../../db/json/json-text.ts'
import { jsonList, jsonMoment, jsonRow } from '../../../db/json/shape.ts'
import { users, visits } from '../../../db/schema/users.ts'

export interface ActivityFilter {
  userId?: number | undefined
  role?: RoleId | undefined
  /** First and last day, both included, as `yyyy-MM-dd` in the organisation's time zone. */
  startDate?: string | undefined
  endDate?: string | undefined
  timeZone: string
}

function matching(filter: ActivityFilter): SQL | undefined {
  const { timeZone } = filter
  return and(
    filter.userId === undefined ? undefined : eq(visits.userId, filter.userId),
    filter.role === undefined ? undefined : eq(visits.roleId, filter.role),
    filter.startDate === undefined
      ? undefined
      : gte(visits.createdAt, startOfDay(filter.startDate, { timeZone })),
    filter.endDate === undefined
      ? undefined
      : lt(visits.createdAt, startOfDay(filter.endDate, { plusDays: 1, timeZone })),
  )
}

const visitRow = jsonList<Activity>({
  id: sql`${visits.id}`,
  user: jsonRow<Activity['user']>({
    id: sql`${users.id}`,
    first_name: sql`${users.firstName}`,
    last_name: sql`${users.lastName}`,
  }),
  role_id: sql`${visits.roleId}`,
  path: sql`${visits.path}`,
  created_at: jsonMoment(visits.createdAt),
  count: sql`${visits.count}`,
})

export async function listVisits(
  db: Db,
  filter: ActivityFilter & { limit: number; offset: number },
): Promise<JsonText<Activity>[]> {
  const rows = await db
    .select(visitRow.columns)
    .from(visits)
    .innerJoin(users, eq(users.id, visits.userId))
    .where(matching(filter))
    .orderBy(desc(visits.createdAt), desc(visits.id))
    .limit(filter.limit)
    .offset(filter.offset)
  return visitRow.write(rows, {})
}

/** Number of rows, and of the visits they stand for. */
export interface CountedVisits {
  total: number
  visits: number
}

export async function countVisits(db: Db, filter: ActivityFilter): Promise<CountedVisits> {
  const [found] = await db
    .select({ total: count(), visits: sql<number>`coalesce(sum(${visits.count}), 0)`.mapWith(Number) })
    .from(visits)
    .where(matching(filter))
  return found ?? { total: 0, visits: 0 }
}

export async function countVisitsByRole(db: Db, filter: ActivityFilter) {
  return db
    .select({ role: sql<RoleId>`${visits.roleId}`, count: sum(visits.count).mapWith(Number) })
    .from(visits)
    .where(matching(filter))
    .groupBy(visits.roleId)
    .orderBy(desc(sum(visits.count)))
}

/** More than the number of screens, so that the sum covers all visits. */
const MOST_PATHS = 1000

export async function countVisitsByPath(db: Db, filter: ActivityFilter) {
  return db
    .select({ path: visits.path, count: sum(visits.count).mapWith(Number) })
    .from(visits)
    .where(matching(filter))
    .groupBy(visits.path)
    .orderBy(desc(sum(visits.count)), visits.path)
    .limit(MOST_PATHS)
}

/** How many visits each role made on each day; days without any are left out. */
export async function countVisitsByDay(db: Db, filter: ActivityFilter) {
  const day = sql<string>`to_char(${visits.createdAt} at time zone ${filter.timeZone}, 'YYYY-MM-DD')`
  return db
    .select({
      day: day.as('day'),
      role: sql<RoleId>`${visits.roleId}`.as('role'),
      count: sum(visits.count).mapWith(Number),
    })
    .from(visits)
    .where(matching(filter))
    .groupBy(sql`1`, sql`2`)
    .orderBy(sql`1`, sql`2`)
}
