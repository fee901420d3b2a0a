import { and, eq, isNull } from 'drizzle-orm'
import type { KeyedCall } from '../../../calls/once.ts'
import type { Db } from '../../../db/connect.ts'
import { answeredCalls } from '../../../db/schema/answered-calls.ts'

export type AnsweredCall = typeof answeredCalls.$inferSelect
type CallKey = Pick<KeyedCall, 'userId' | 'endpoint' | 'key'>

const isCall = ({ userId, endpoint, key }: CallKey) =>
  and(eq(answeredCalls.userId, userId), eq(answeredCalls.endpoint, endpoint), eq(answeredCalls.key, key))

export async function findCall(db: Db, call: CallKey): Promise<AnsweredCall | undefined> {
  const [found] = await db.select().from(answeredCalls).where(isCall(call))
  return found
}

/** Takes the key for this call; false where another call has it. Waits for one that is under way. */
export async function insertCall(db: Db, call: KeyedCall, now: Date): Promise<boolean> {
  const rows = await db
    .insert(answeredCalls)
    .values({ ...call, createdAt: now })
    .onConflictDoNothing()
    .returning({ key: answeredCalls.key })
  return rows.length > 0
}

export async function storeResult(db: Db, call: CallKey, made: unknown): Promise<void> {
  await db.update(answeredCalls).set({ made }).where(isCall(call))
}

/** Stores the answer unless there is one; returns whether it was stored. */
export async function storeAnswer(db: Db, call: CallKey, answer: unknown): Promise<boolean> {
  const rows = await db
    .update(answeredCalls)
    .set({ answer })
    .where(and(isCall(call), isNull(answeredCalls.answer)))
    .returning({ key: answeredCalls.key })
  return rows.length > 0
}
