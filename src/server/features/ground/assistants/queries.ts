import { and, desc, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { connectedAssistants } from '../../../db/schema/assistants.ts'
import { apiTokens } from '../../../db/schema/tokens.ts'
import { users } from '../../../db/schema/users.ts'

export type Connection = typeof apiTokens.$inferSelect & { host: string; grantId: string }

/** Neither ended nor revoked. */
const isConnected = (now: Date) => and(isNull(apiTokens.revokedAt), gt(apiTokens.expiresAt, now))

const connections = (db: Db) =>
  db
    .select({ token: apiTokens, host: connectedAssistants.host, grantId: connectedAssistants.grantId })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))

const flat = ({ token, ...rest }: Awaited<ReturnType<typeof connections>>[number]): Connection => ({
  ...token,
  ...rest,
})

/** A user, locked until the transaction ends. Always locked before their assistants. */
export async function lockUser(tx: Db, id: number) {
  const [user] = await tx.select().from(users).where(eq(users.id, id)).for('update')
  return user
}

/** The connected assistants of a user, the most recently used first. */
export async function listConnections(db: Db, userId: number, now: Date): Promise<Connection[]> {
  const found = await connections(db)
    .where(and(eq(apiTokens.userId, userId), isConnected(now)))
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
    .where(and(eq(apiTokens.userId, userId), eq(apiTokens.id, id), isConnected(now)))
    .for('update', { of: apiTokens })
  return found && flat(found)
}

/** The connection of a consent, ended or not, locked until the transaction ends. */
export async function lockConnectionOf(tx: Db, grantId: string): Promise<Connection | undefined> {
  const [found] = await connections(tx)
    .where(eq(connectedAssistants.grantId, grantId))
    .for('update', { of: apiTokens })
  return found && flat(found)
}

/** The working connection of this consent, if its user may sign in. */
export async function findWorking(
  db: Db,
  { userId, grantId }: { userId: number; grantId: string },
  now: Date,
): Promise<{ id: number } | undefined> {
  const [found] = await db
    .select({ id: apiTokens.id })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))
    .innerJoin(users, eq(users.id, apiTokens.userId))
    .where(
      and(
        eq(connectedAssistants.grantId, grantId),
        eq(apiTokens.userId, userId),
        isConnected(now),
        eq(users.active, true),
      ),
    )
  return found
}

/** The working connections of other hosts than these. */
export async function listOthers(db: Db, hosts: readonly string[], now: Date): Promise<Connection[]> {
  const isOther = hosts.length === 0 ? undefined : not(inArray(connectedAssistants.host, [...hosts]))
  return (await connections(db).where(and(isConnected(now), isOther))).map(flat)
}

/** Hosts of working connections, with the number of these. */
export async function countByHost(db: Db, now: Date): Promise<{ host: string; connections: number }[]> {
  return db
    .select({ host: connectedAssistants.host, connections: sql<number>`count(*)::int` })
    .from(connectedAssistants)
    .innerJoin(apiTokens, eq(apiTokens.id, connectedAssistants.tokenId))
    .where(isConnected(now))
    .groupBy(connectedAssistants.host)
    .orderBy(connectedAssistants.host)
}
