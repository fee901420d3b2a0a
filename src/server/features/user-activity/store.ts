import { and, eq, gt, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { users, visits } from '../../db/schema/users.ts'

export interface Visit {
  userId: number
  roleId: string
  path: string
  rest: Record<string, unknown>
}

/** One visit of a person after the other, so that two at once do not both begin a row. */
export async function lockVisitor(db: Db, userId: number): Promise<void> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Counts a visit onto the person's last row for this screen; false when there is none as young as `since`. */
export async function mergeVisit(db: Db, visit: Visit, times: { since: Date; now: Date }): Promise<boolean> {
  const merged = await db
    .update(visits)
    .set({ count: sql`${visits.count} + 1`, lastAt: times.now })
    .where(
      and(
        eq(visits.userId, visit.userId),
        eq(visits.path, visit.path),
        eq(visits.roleId, visit.roleId),
        gt(visits.lastAt, times.since),
        gt(visits.createdAt, new Date(times.now.getTime() - 24 * 3_600_000)),
      ),
    )
    .returning({ id: visits.id })
  return merged.length > 0
}

export async function insertVisit(db: Db, visit: Visit, now: Date): Promise<void> {
  await db.insert(visits).values({ ...visit, createdAt: now, lastAt: now })
}
