import { and, count, eq, gt, inArray, isNull, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { apiTokenAddresses, apiTokens, type TokenRevocation } from '../../../db/schema/tokens.ts'

export type Token = typeof apiTokens.$inferSelect

/** A token with more addresses is used from anywhere, so that a new one means nothing. */
export const MOST_ADDRESSES = 50

/** Neither revoked nor ended. */
export const isWorking = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))

/** The tokens of an account that work, without assistants and those that new ones have replaced. */
export async function countWorking(db: Db, userId: number, now: Date): Promise<number> {
  const [found] = await db
    .select({ count: count() })
    .from(apiTokens)
    .where(
      and(
        eq(apiTokens.userId, userId),
        ne(apiTokens.kind, 'assistant'),
        isNull(apiTokens.replacedAt),
        isWorking(now),
      ),
    )
  return found?.count ?? 0
}

export async function insertToken(db: Db, token: typeof apiTokens.$inferInsert): Promise<number> {
  const [made] = await db.insert(apiTokens).values(token).returning({ id: apiTokens.id })
  if (!made) throw new TypeError('Nothing was inserted.')
  return made.id
}

/** A token of this account, locked until the transaction ends. */
export async function lockToken(
  db: Db,
  { userId, id }: { userId: number; id: number },
): Promise<Token | undefined> {
  const [token] = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, id), eq(apiTokens.userId, userId)))
    .for('update')
  return token
}

/** The replaced token, as long as it still works. */
export async function findWorkingOld(
  db: Db,
  { rotatedFrom }: Pick<Token, 'rotatedFrom'>,
  now: Date,
): Promise<Token | undefined> {
  if (rotatedFrom === null) return undefined
  const [old] = await db
    .select()
    .from(apiTokens)
    .where(and(eq(apiTokens.id, rotatedFrom), isWorking(now)))
  return old
}

export async function updateToken(
  db: Db,
  id: number,
  values: Partial<Pick<Token, 'expiresAt' | 'replacedAt' | 'revokedAt' | 'revokedFor'>>,
): Promise<void> {
  await db.update(apiTokens).set(values).where(eq(apiTokens.id, id))
}

/** Ends tokens of assistants. */
export async function revokeThese(
  tx: Db,
  ids: readonly number[],
  { now, revokedFor }: { now: Date; revokedFor: TokenRevocation },
): Promise<void> {
  await tx
    .update(apiTokens)
    .set({ revokedAt: now, revokedFor })
    .where(and(inArray(apiTokens.id, [...ids]), eq(apiTokens.kind, 'assistant')))
}

/** Lets a token work until that moment, unless it was revoked. */
export async function extendToken(db: Db, id: number, expiresAt: Date): Promise<void> {
  await db
    .update(apiTokens)
    .set({ expiresAt })
    .where(and(eq(apiTokens.id, id), isNull(apiTokens.revokedAt)))
}

export async function deleteToken(db: Db, id: number): Promise<void> {
  await db.delete(apiTokens).where(eq(apiTokens.id, id))
}

/** Revokes the working tokens of an account; returns what they are recognized by. */
export async function revokeAll(
  db: Db,
  userId: number,
  { now, revokedFor }: { now: Date; revokedFor: TokenRevocation },
): Promise<Pick<Token, 'name' | 'start'>[]> {
  return db
    .update(apiTokens)
    .set({ revokedAt: now, revokedFor })
    .where(and(eq(apiTokens.userId, userId), isWorking(now)))
    .returning({ name: apiTokens.name, start: apiTokens.start })
}

/** Ends the working personal tokens at this moment, unless they end earlier; returns their number. */
export async function endPersonalTokens(db: Db, { now, at }: { now: Date; at: Date }): Promise<number> {
  const ended = await db
    .update(apiTokens)
    .set({ expiresAt: at })
    .where(and(eq(apiTokens.kind, 'personal'), isWorking(now), gt(apiTokens.expiresAt, at)))
    .returning({ id: apiTokens.id })
  return ended.length
}

/** Working personal tokens: how many there are, and how many one person has at most. */
export async function countPersonalTokens(db: Db, now: Date): Promise<{ all: number; highest: number }> {
  const each = db
    .select({ tokens: count().as('tokens') })
    .from(apiTokens)
    .where(and(eq(apiTokens.kind, 'personal'), isNull(apiTokens.replacedAt), isWorking(now)))
    .groupBy(apiTokens.userId)
    .as('each')
  const [found] = await db
    .select({
      all: sql<number>`coalesce(sum(tokens), 0)::int`,
      highest: sql<number>`coalesce(max(tokens), 0)::int`,
    })
    .from(each)
  return found ?? { all: 0, highest: 0 }
}

/** Notes that a token is in use; with `since`, only if no use was noted after it. */
export async function touchToken(
  db: Db,
  id: number,
  { now, address, since }: { now: Date; address: string; since: Date | null },
): Promise<void> {
  const isDue =
    since === null ? undefined : or(isNull(apiTokens.lastUsedAt), lte(apiTokens.lastUsedAt, since))
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now, lastAddress: address })
    .where(and(eq(apiTokens.id, id), isDue))
}

/**
 * Notes the address of a use. `first` if the token was used from nowhere before, `new` if from other addresses only, and
 * null if the address is known.
 */
export async function addAddress(
  db: Db,
  tokenId: number,
  { now, address }: { now: Date; address: string },
): Promise<'first' | 'new' | null> {
  const others = await db.$count(apiTokenAddresses, eq(apiTokenAddresses.tokenId, tokenId))
  const added = await db
    .insert(apiTokenAddresses)
    .values({ tokenId, address, firstUsedAt: now })
    .onConflictDoNothing()
    .returning({ address: apiTokenAddresses.address })
  if (added.length === 0) return null
  return others === 0 ? 'first' : 'new'
}

/** The new token is used from where the old one was. */
export async function copyAddresses(db: Db, { from, to }: { from: number; to: number }): Promise<void> {
  await db.insert(apiTokenAddresses).select(
    db
      .select({
        tokenId: sql<number>`${to}::int`.as('token_id'),
        address: apiTokenAddresses.address,
        firstUsedAt: apiTokenAddresses.firstUsedAt,
      })
      .from(apiTokenAddresses)
      .where(eq(apiTokenAddresses.tokenId, from)),
  )
}

/** Notes that the owner was reminded of the end. False if they were already. */
export async function noteReminder(db: Db, id: number, days: number): Promise<boolean> {
  const noted = await db
    .update(apiTokens)
    .set({ remindedDays: days })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.remindedDays), gt(apiTokens.remindedDays, days))))
    .returning({ id: apiTokens.id })
  return noted.length > 0
}
