import { and, eq, isNull, lte, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { authorizationRecords } from '../../db/schema/assistants.ts'
import { hashToken } from '../../security/tokens.ts'

type AuthorizationRecord = typeof authorizationRecords.$inferSelect
type Key = Pick<AuthorizationRecord, 'model' | 'idHash'>

/** The record of this code, token or identifier. */
export const keyOf = (model: string, id: string): Key => ({ model, idHash: hashToken(id) })

const isRecord = ({ model, idHash }: Key) =>
  and(eq(authorizationRecords.model, model), eq(authorizationRecords.idHash, idHash))

export async function writeRecord(
  db: Db,
  { model, idHash, ...values }: Omit<AuthorizationRecord, 'consumedAt'>,
): Promise<void> {
  await db
    .insert(authorizationRecords)
    .values({ model, idHash, ...values })
    .onConflictDoUpdate({ target: [authorizationRecords.model, authorizationRecords.idHash], set: values })
}

export async function findRecord(db: Db, key: Key): Promise<AuthorizationRecord | undefined> {
  const [found] = await db.select().from(authorizationRecords).where(isRecord(key))
  return found
}

/** Notes that a code or token was used. False if it was used before; of several calls at once, the first gets true. */
export async function consumeRecord(db: Db, key: Key, now: Date): Promise<boolean> {
  const consumed = await db
    .update(authorizationRecords)
    .set({ consumedAt: now })
    .where(and(isRecord(key), isNull(authorizationRecords.consumedAt)))
    .returning({ model: authorizationRecords.model })
  return consumed.length > 0
}

/** Notes that an answered request has been followed. False if it was before, or has no answer. */
export async function followRecord(db: Db, key: Key): Promise<boolean> {
  const followed = await db
    .update(authorizationRecords)
    .set({ payload: sql`${authorizationRecords.payload} || '{"isFollowed": true}'` })
    .where(
      and(
        isRecord(key),
        sql`${authorizationRecords.payload} ? 'result'`,
        sql`not ${authorizationRecords.payload} ? 'isFollowed'`,
      ),
    )
    .returning({ model: authorizationRecords.model })
  return followed.length > 0
}

export async function deleteRecord(db: Db, key: Key): Promise<void> {
  await db.delete(authorizationRecords).where(isRecord(key))
}

export async function deleteExpired(db: Db, model: string, now: Date): Promise<void> {
  await db
    .delete(authorizationRecords)
    .where(and(eq(authorizationRecords.model, model), lte(authorizationRecords.expiresAt, now)))
}
