import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { authorizationRecords, connectedAssistants } from '../../../db/schema/assistants.ts'
import { apiTokens, type TokenRevocation } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'

export type Account = typeof users.$inferSelect
export type Connection = typeof apiTokens.$inferSelect & { host: string; grantId: string }

const isWorking = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))

/** The account, locked until the transaction ends. */
export async function lockAccount(tx: Db, id: number): Promise<Account | undefined> {
  const [account] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return account
}

const connections = (db: Db) =>
  db
    .select({ token: apiTokens, host: connectedAssistants.host, grantId: connectedAssistants.grantId })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))

const flat = ({ token, ...rest }: Awaited<ReturnType<typeof connections>>[number]): Connection => ({
  ...token,
  ...rest,
})

/** The assistants of a person that still work, the most recently used first. */
export async function listConnections(db: Db, userId: number, now: Date): Promise<Connection[]> {
  const found = await connections(db)
    .where(and(eq(apiTokens.userId, userId), isWorking(now)))
    .orderBy(sql`coalesce(${apiTokens.lastUsedAt}, ${apiTokens.createdAt}) desc`, desc(apiTokens.id))
  return found.map(flat)
}

/** One of them, locked until the transaction ends. */
export async function lockConnection(
  tx: Db,
  { userId, id }: { userId: number; id: number },
  now: Date,
): Promise<Connection | undefined> {
  const [found] = await connections(tx)
    .where(and(eq(apiTokens.userId, userId), eq(apiTokens.id, id), isWorking(now)))
    .for('update', { of: apiTokens })
  return found && flat(found)
}

/** The connection of a consent, locked until the transaction ends. */
export async function lockConnectionOf(tx: Db, grantId: string): Promise<Connection | undefined> {
  const [found] = await connections(tx)
    .where(eq(connectedAssistants.grantId, grantId))
    .for('update', { of: apiTokens })
  return found && flat(found)
}

/** Whether the consent still counts, and its person may sign in. */
export async function isConnected(
  db: Db,
  { userId, grantId }: { userId: number; grantId: string },
  now: Date,
): Promise<boolean> {
  const [found] = await db
    .select({ id: apiTokens.id })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(connectedAssistants.grantId, grantId),
        eq(apiTokens.userId, userId),
        isWorking(now),
        eq(users.active, true),
      ),
    )
  return found !== undefined
}

export async function insertConnection(
  tx: Db,
  token: typeof apiTokens.$inferInsert,
  by: Omit<typeof connectedAssistants.$inferInsert, 'tokenId'>,
): Promise<void> {
  const [made] = await tx.insert(apiTokens).values(token).returning({ id: apiTokens.id })
  if (!made) throw new TypeError('Nothing was inserted.')
  await tx.insert(connectedAssistants).values({ tokenId: made.id, ...by })
}

/** Lets a connection work until that moment, unless it was ended. */
export async function extendConnection(db: Db, grantId: string, expiresAt: Date): Promise<void> {
  const ids = db
    .select({ id: connectedAssistants.tokenId })
    .from(connectedAssistants)
    .where(eq(connectedAssistants.grantId, grantId))
  await db
    .update(apiTokens)
    .set({ expiresAt })
    .where(and(inArray(apiTokens.id, ids), isNull(apiTokens.revokedAt)))
}

/** Ends a connection with all codes and tokens that it was given. */
export async function endConnection(
  tx: Db,
  { id, grantId }: Pick<Connection, 'id' | 'grantId'>,
  { now, revokedFor }: { now: Date; revokedFor: TokenRevocation },
): Promise<void> {
  await tx.update(apiTokens).set({ revokedAt: now, revokedFor }).where(eq(apiTokens.id, id))
  await deleteOfGrant(tx, grantId)
}

/** Ends every connection, or those of other hosts than these; returns the number of ended ones. */
export async function endOthers(tx: Db, hosts: readonly string[], now: Date): Promise<number> {
  const others = tx
    .select({ id: connectedAssistants.tokenId })
    .from(connectedAssistants)
    .where(hosts.length === 0 ? undefined : not(inArray(connectedAssistants.host, [...hosts])))
  const ended = await tx
    .update(apiTokens)
    .set({ revokedAt: now, revokedFor: 'not-allowed' })
    .where(and(inArray(apiTokens.id, others), isWorking(now)))
    .returning({ id: apiTokens.id })
  return ended.length
}

/** Hosts of working connections, with the number of these. */
export async function countByHost(db: Db, now: Date): Promise<{ host: string; connections: number }[]> {
  return db
    .select({ host: connectedAssistants.host, connections: sql<number>`count(*)::int` })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))
    .where(isWorking(now))
    .groupBy(connectedAssistants.host)
    .orderBy(connectedAssistants.host)
}

export type AuthorizationRecord = typeof authorizationRecords.$inferSelect
type Key = Pick<AuthorizationRecord, 'model' | 'idHash'>

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

/** Notes that a code or token was used. False if it was before: of many at once, one is the first. */
export async function consumeRecord(db: Db, key: Key, now: Date): Promise<boolean> {
  const consumed = await db
    .update(authorizationRecords)
    .set({ consumedAt: now })
    .where(and(isRecord(key), isNull(authorizationRecords.consumedAt)))
    .returning({ model: authorizationRecords.model })
  return consumed.length > 0
}

export async function deleteRecord(db: Db, key: Key): Promise<void> {
  await db.delete(authorizationRecords).where(isRecord(key))
}

export async function deleteOfGrant(db: Db, grantId: string): Promise<void> {
  await db.delete(authorizationRecords).where(eq(authorizationRecords.grantId, grantId))
}
