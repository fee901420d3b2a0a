import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { leftRivalries } from '../../../db/schema/rivalries.ts'

/** Returns whether this was a change. */
export async function insertLeft(db: Db, left: typeof leftRivalries.$inferInsert): Promise<boolean> {
  const rows = await db
    .insert(leftRivalries)
    .values(left)
    .onConflictDoNothing()
    .returning({ query: leftRivalries.query })
  return rows.length > 0
}

/** Returns whether this was a change. */
export async function removeLeft(
  db: Db,
  { query, rivals }: Pick<typeof leftRivalries.$inferSelect, 'query' | 'rivals'>,
): Promise<boolean> {
  const rows = await db
    .delete(leftRivalries)
    .where(and(eq(leftRivalries.query, query), eq(leftRivalries.rivals, rivals)))
    .returning({ query: leftRivalries.query })
  return rows.length > 0
}
