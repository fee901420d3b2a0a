import { and, asc, eq, or } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { savedViews } from '../../db/schema/keywords.ts'
import { users } from '../../db/schema/users.ts'
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
