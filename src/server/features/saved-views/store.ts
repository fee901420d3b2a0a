import { and, asc, count, eq, or } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { savedViews } from '../../db/schema/keywords.ts'
import { users } from '../../db/schema/users.ts'

type ViewRow = typeof savedViews.$inferSelect
export type ViewValues = Pick<ViewRow, 'screen' | 'name' | 'search' | 'isTeam'>

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

/** One view of a person after the other, so that many at once are not more than there may be. */
export async function countOwnLocked(db: Db, userId: number): Promise<number> {
  await db.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
  const [total] = await db.select({ count: count() }).from(savedViews).where(eq(savedViews.userId, userId))
  return total?.count ?? 0
}

export async function insertView(
  db: Db,
  values: ViewValues & { userId: number; createdAt: Date },
): Promise<number> {
  const [row] = await db.insert(savedViews).values(values).returning({ id: savedViews.id })
  if (!row) throw new Error('The database did not return the new view.')
  return row.id
}

export async function updateView(db: Db, id: number, values: ViewValues): Promise<void> {
  await db.update(savedViews).set(values).where(eq(savedViews.id, id))
}

export async function removeView(db: Db, id: number): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.id, id))
}
