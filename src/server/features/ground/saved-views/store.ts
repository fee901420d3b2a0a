import { and, count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { savedViews, starts } from '../../../db/schema/keywords.ts'
import { users } from '../../../db/schema/users.ts'

export type ViewRow = typeof savedViews.$inferSelect
export type ViewValues = Pick<ViewRow, 'screen' | 'name' | 'search' | 'isTeam'>

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

/** Returns a user's team views, locked until the transaction ends. */
export const lockTeamViews = (db: Db, userId: number): Promise<ViewRow[]> =>
  db
    .select()
    .from(savedViews)
    .where(and(eq(savedViews.userId, userId), savedViews.isTeam))
    .orderBy(savedViews.id)
    .for('update')

/** Gives a view to another user; renamed if that user has one of the same name. */
export async function giveView(
  db: Db,
  { id, screen, name }: ViewRow,
  { toId, from }: { toId: number; from: string },
): Promise<void> {
  const taken = await db
    .select({ id: savedViews.id })
    .from(savedViews)
    .where(
      and(
        eq(savedViews.userId, toId),
        eq(savedViews.screen, screen),
        eq(sql`lower(${savedViews.name})`, name.toLowerCase()),
      ),
    )
  const values = { userId: toId, ...(taken.length === 0 ? {} : { name: `${name} (${from} ${id})` }) }
  await db.update(savedViews).set(values).where(eq(savedViews.id, id))
}

export async function removeView(db: Db, id: number): Promise<void> {
  await db.delete(savedViews).where(eq(savedViews.id, id))
}

export type StartValues = Pick<typeof starts.$inferSelect, 'screen' | 'viewId'>

/** What a person finds after signing in, instead of what they had chosen before. */
export async function putStart(db: Db, userId: number, values: StartValues): Promise<void> {
  await db
    .insert(starts)
    .values({ userId, ...values })
    .onConflictDoUpdate({ target: starts.userId, set: values })
}
