import { and, desc, eq, isNotNull, or } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { consoleAttempts, consoleQueries } from '../../../db/schema/db-query.ts'

type AttemptRow = typeof consoleAttempts.$inferSelect
export type Outcome = Pick<AttemptRow, 'milliseconds' | 'rows' | 'error'>
export type NewAttempt = Pick<AttemptRow, 'userId' | 'statement' | 'purpose' | 'askedAt'> & Partial<Outcome>
export type QueryRow = typeof consoleQueries.$inferSelect
export type QueryValues = Pick<QueryRow, 'name' | 'statement' | 'updatedAt'>

const HISTORY = 100

export async function insertAttempt(db: Db, attempt: NewAttempt): Promise<number> {
  const [row] = await db.insert(consoleAttempts).values(attempt).returning({ id: consoleAttempts.id })
  if (!row) throw new Error('The database did not return the new attempt.')
  return row.id
}

export async function setOutcome(db: Db, id: number, outcome: Outcome): Promise<void> {
  await db.update(consoleAttempts).set(outcome).where(eq(consoleAttempts.id, id))
}

/**
 * A user's last statements, newest first: those shown on the screen, and those of files that were refused.
 */
export const listAttempts = (db: Db, userId: number): Promise<AttemptRow[]> =>
  db
    .select()
    .from(consoleAttempts)
    .where(
      and(
        eq(consoleAttempts.userId, userId),
        or(eq(consoleAttempts.purpose, 'screen'), isNotNull(consoleAttempts.error)),
      ),
    )
    .orderBy(desc(consoleAttempts.id))
    .limit(HISTORY)

/** Returns a saved query, locked until the transaction ends. */
export async function lockQuery(db: Db, id: number): Promise<QueryRow | undefined> {
  const [row] = await db.select().from(consoleQueries).where(eq(consoleQueries.id, id)).for('update')
  return row
}

export async function insertQuery(db: Db, values: QueryValues & { userId: number }): Promise<number> {
  const [row] = await db.insert(consoleQueries).values(values).returning({ id: consoleQueries.id })
  if (!row) throw new Error('The database did not return the new query.')
  return row.id
}

export async function updateQuery(db: Db, { id, version }: QueryRow, values: QueryValues): Promise<void> {
  await db
    .update(consoleQueries)
    .set({ ...values, version: version + 1 })
    .where(eq(consoleQueries.id, id))
}

export async function removeQuery(db: Db, id: number): Promise<void> {
  await db.delete(consoleQueries).where(eq(consoleQueries.id, id))
}

/** Returns a user's saved queries, locked until the transaction ends. */
export const lockOwnQueries = (db: Db, userId: number): Promise<QueryRow[]> =>
  db
    .select()
    .from(consoleQueries)
    .where(eq(consoleQueries.userId, userId))
    .orderBy(consoleQueries.id)
    .for('update')

export async function giveQuery(db: Db, { id, version }: QueryRow, userId: number): Promise<void> {
  await db
    .update(consoleQueries)
    .set({ userId, version: version + 1 })
    .where(eq(consoleQueries.id, id))
}
