import { and, asc, eq, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { savedViews, starts } from '../../../db/schema/keywords.ts'
import { users } from '../../../db/schema/users.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { ViewRow } from './store.ts'

const withOwners = (db: Db) =>
  db
    .select({ view: savedViews, owner: users })
    .from(savedViews)
    .innerJoin(users, eq(users.id, savedViews.userId))

/** A screen's views: those of this person and the team's, in order of their names. */
export async function listViews(db: Db, userId: number, screen: ViewRow['screen']) {
  return withOwners(db)
    .where(and(eq(savedViews.screen, screen), or(eq(savedViews.userId, userId), eq(savedViews.isTeam, true))))
    .orderBy(readingOrder(savedViews.name), asc(savedViews.id))
}
export type FoundView = Awaited<ReturnType<typeof listViews>>[number]

export async function findView(db: Db, id: number): Promise<FoundView | undefined> {
  const [found] = await withOwners(db).where(eq(savedViews.id, id))
  return found
}

/** What a person has chosen to find after signing in, with the address of the view where it is one that they may see. */
export async function findStart(db: Db, userId: number) {
  const [found] = await db
    .select({ screen: starts.screen, viewId: savedViews.id, search: savedViews.search })
    .from(starts)
    .leftJoin(
      savedViews,
      and(eq(savedViews.id, starts.viewId), or(eq(savedViews.userId, userId), eq(savedViews.isTeam, true))),
    )
    .where(eq(starts.userId, userId))
  return found
}

/** Whether an article of a person was returned after their last visit before today, and waits for their answer. */
export async function isReturnedSince(
  db: Db,
  { userId, today, timeZone }: { userId: number; today: string; timeZone: string },
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    select from articles a join article_returns r using (article_id)
    where a.user_id = ${userId} and a.status = 'returned' and r.kind = 'return' and r.answered_at is null
      and r.created_at > coalesce((select max(last_at) from visits
        where user_id = ${userId} and created_at < ${startOfDay(today, { timeZone })}), '-infinity')
    limit 1`)
  return rowCount === 1
}
