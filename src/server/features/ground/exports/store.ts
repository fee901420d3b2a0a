import { and, count, eq, gt, ne } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { exports } from '../../../db/schema/exports.ts'
import { users } from '../../../db/schema/users.ts'

export type ExportRow = typeof exports.$inferSelect

/** One export of a person begins after the other, so that two at once do not both find room. */
export async function lockOwner(tx: Db, userId: number): Promise<void> {
  await tx.select({ id: users.id }).from(users).where(eq(users.id, userId)).for('no key update')
}

/** Number of a user's unfinished exports requested after a given moment. */
export async function countUnfinished(db: Db, userId: number, after: Date): Promise<number> {
  const [row] = await db
    .select({ count: count() })
    .from(exports)
    .where(and(eq(exports.userId, userId), ne(exports.status, 'FINISHED'), gt(exports.createdAt, after)))
  return row?.count ?? 0
}

export async function insertExport(tx: Db, row: typeof exports.$inferInsert): Promise<void> {
  await tx.insert(exports).values(row)
}

export async function findExport(db: Db, id: string): Promise<ExportRow | null> {
  const [row] = await db.select().from(exports).where(eq(exports.id, id))
  return row ?? null
}

/** False if it was finished in the meantime. */
export async function beginExport(db: Db, id: string): Promise<boolean> {
  const rows = await db
    .update(exports)
    .set({ status: 'IN_PROGRESS' })
    .where(and(eq(exports.id, id), ne(exports.status, 'FINISHED')))
    .returning({ id: exports.id })
  return rows.length > 0
}

/** Ends an export with a file, or with a sentence about the failure. False if it had already ended. */
export async function finishExport(
  db: Db,
  id: string,
  { attempt, error, now }: { attempt: string | null; error: string | null; now: Date },
): Promise<boolean> {
  const ended = await db
    .update(exports)
    .set({ status: 'FINISHED', attempt, error, finishedAt: now })
    .where(and(eq(exports.id, id), ne(exports.status, 'FINISHED')))
    .returning({ id: exports.id })
  return ended.length > 0
}
