import { and, desc, eq, gt, lt, not, sql } from 'drizzle-orm'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { users, visits } from '../../../db/schema/users.ts'

export interface Visit {
  userId: number
  roleId: string
  path: string
  rest: Record<string, unknown>
}

/** Serializes a user's visits, so that two concurrent ones don't both create a row. */
export async function lockVisitor(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Adds a visit to the user's last row for this screen; false if there is none since `since`. */
export async function mergeVisit(db: Db, visit: Visit, times: { since: Date; now: Date }): Promise<boolean> {
  const merged = await db
    .update(visits)
    .set({ count: sql`${visits.count} + 1`, lastAt: times.now })
    .where(
      and(
        eq(visits.userId, visit.userId),
        eq(visits.path, visit.path),
        eq(visits.roleId, visit.roleId),
        not(visits.isDaily),
        gt(visits.lastAt, times.since),
        gt(visits.createdAt, new Date(times.now.getTime() - DAY_MS)),
      ),
    )
    .returning({ id: visits.id })
  return merged.length > 0
}

export async function insertVisit(db: Db, visit: Visit, now: Date): Promise<void> {
  await db.insert(visits).values({ ...visit, createdAt: now, lastAt: now })
}

/** The latest day in which a single visit lies, of those more than `retentionDays` before today (`yyyy-MM-dd`). */
export async function findDayToRollUp(
  db: Db,
  { today, retentionDays, timeZone }: { today: string; retentionDays: number; timeZone: string },
): Promise<string | undefined> {
  const before = startOfDay(today, { plusDays: -retentionDays, timeZone })
  const [found] = await db
    .select({ day: sql<string>`(${visits.createdAt} at time zone ${timeZone})::date` })
    .from(visits)
    .where(and(not(visits.isDaily), lt(visits.createdAt, before)))
    .orderBy(desc(visits.createdAt))
    .limit(1)
  return found?.day
}

/** Puts one row per person, role and screen in the place of a day's single visits; in one statement, all or nothing. */
export async function rollUpDay(db: Db, day: string, timeZone: string): Promise<void> {
  const begin = startOfDay(day, { timeZone })
  const end = startOfDay(day, { plusDays: 1, timeZone })
  await db.execute(sql`
    with single as (
      delete from ${visits}
      where not is_daily and created_at >= ${begin} and created_at < ${end}
      returning user_id, role_id, path, count, created_at, last_at
    )
    insert into ${visits} (user_id, role_id, path, count, created_at, last_at, is_daily)
    select user_id, role_id, path, sum(count)::int, min(created_at), max(last_at), true
    from single
    group by user_id, role_id, path`)
}
