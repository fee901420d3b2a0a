import { and, asc, desc, eq, gt, isNotNull, ne, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/connect.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'
import { apiTokens } from '../../../db/schema/tokens.ts'
import { accessSteps } from '../../../db/schema/user-access.ts'
import { sessions, users } from '../../../db/schema/users.ts'
import { fullNameIn } from '../../../db/sql/full-name.ts'

const MOST_STEPS = 100
const by = fullNameIn(users)

/** The last hundred findings and actions about a person, newest first. */
export const listSteps = (db: Db, email: string) =>
  db
    .select({ step: accessSteps, by })
    .from(accessSteps)
    .innerJoin(users, eq(users.id, accessSteps.userId))
    .where(eq(accessSteps.email, email))
    .orderBy(desc(accessSteps.id))
    .limit(MOST_STEPS)

/** What a run has found and done, in its order. */
export const listStepsOfRun = (db: Db, runId: number) =>
  db
    .select({ step: accessSteps, by })
    .from(accessSteps)
    .innerJoin(users, eq(users.id, accessSteps.userId))
    .where(eq(accessSteps.runId, runId))
    .orderBy(accessSteps.id)

/** Whether an earlier check has found that the account of this name is this person's. */
export async function isKnownAccount(
  db: Db,
  { email, operation, account }: { email: string; operation: string; account: string },
): Promise<boolean> {
  const [known] = await db
    .select({ id: accessSteps.id })
    .from(accessSteps)
    .where(
      and(
        eq(accessSteps.email, email),
        eq(accessSteps.operation, operation),
        eq(sql`lower(${accessSteps.account})`, account.toLowerCase()),
        eq(accessSteps.step, 'active'),
      ),
    )
    .limit(1)
  return known !== undefined
}

export async function findStep(db: Db, id: number) {
  const [found] = await db
    .select({ step: accessSteps, by })
    .from(accessSteps)
    .innerJoin(users, eq(users.id, accessSteps.userId))
    .where(eq(accessSteps.id, id))
  return found
}

export async function findUserByEmail(db: Db, email: string) {
  const [user] = await db
    .select()
    .from(users)
    .where(eq(sql`lower(${users.username})`, email))
  return user
}

/** Whether another administrator can sign in. */
export async function hasOtherAdmin(db: Db, id: number): Promise<boolean> {
  const [other] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.roleId, 'adm'), eq(users.active, true), isNotNull(users.passwordHash), ne(users.id, id)),
    )
    .limit(1)
  return other !== undefined
}

/** A user's last use of Copydesk; null if never. */
export async function findLastUse(
  db: Db,
  { id, lastSignInAt }: { id: number; lastSignInAt: Date | null },
): Promise<Date | null> {
  const [seen] = await db
    .select({ at: sessions.lastSeenAt })
    .from(sessions)
    .where(eq(sessions.userId, id))
    .orderBy(sql`${sessions.lastSeenAt} desc nulls last`)
    .limit(1)
  const times = [lastSignInAt, seen?.at ?? null].filter((at) => at !== null)
  return times.toSorted((a, b) => a.getTime() - b.getTime()).at(-1) ?? null
}

/**
 * When an account of a person was last closed on any system, which counts as the day of leaving. Null if none
 * was, and for users who may still sign in to Copydesk, who have only lost some access.
 */
export async function findLeaving(db: Db, email: string): Promise<Date | null> {
  const [here] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.username, email), eq(users.active, true)))
  if (here) return null
  const [step] = await db
    .select({ at: accessSteps.at })
    .from(accessSteps)
    .where(and(eq(accessSteps.email, email), eq(accessSteps.step, 'revoked')))
    .orderBy(desc(accessSteps.at))
    .limit(1)
  return step?.at ?? null
}

/** All users who may sign in, with their last use. */
export async function listUsersInUse(db: Db) {
  const lastSeen = db
    .select({ userId: sessions.userId, at: sql<string | null>`max(${sessions.lastSeenAt})`.as('at') })
    .from(sessions)
    .groupBy(sessions.userId)
    .as('last_seen')
  const rows = await db
    .select({
      id: users.id,
      username: users.username,
      name: by,
      roleId: users.roleId,
      lastUsedAt: sql<string | null>`greatest(${users.lastSignInAt}, ${lastSeen.at})`,
    })
    .from(users)
    .leftJoin(lastSeen, eq(lastSeen.userId, users.id))
    .where(and(eq(users.active, true), eq(users.kind, 'person')))
    .orderBy(asc(users.id))
  return rows.map(({ lastUsedAt, ...user }) => ({
    ...user,
    lastUsedAt: lastUsedAt === null ? null : new Date(lastUsedAt),
  }))
}

const holders = alias(users, 'holders')

/** All API tokens; `works` tells those that work, of people and service accounts who are not locked. */
export const listTokens = (db: Db, now: Date) =>
  db
    .select({
      id: apiTokens.id,
      userId: apiTokens.userId,
      name: apiTokens.name,
      start: apiTokens.start,
      permissions: apiTokens.permissions,
      mayWrite: apiTokens.mayWrite,
      lastUsedAt: apiTokens.lastUsedAt,
      username: holders.username,
      roleId: holders.roleId,
      holderName: fullNameIn(holders),
      isService: sql<boolean>`${holders.kind} = 'service'`,
      ownerId: serviceAccounts.ownerId,
      rotatedFrom: apiTokens.rotatedFrom,
      firstId: sql<number>`coalesce(${apiTokens.firstId}, ${apiTokens.id})`.as('first_id'),
      works: sql<boolean>`${apiTokens.revokedAt} is null and ${gt(apiTokens.expiresAt, now)} and ${holders.active}`,
    })
    .from(apiTokens)
    .innerJoin(holders, eq(holders.id, apiTokens.userId))
    .leftJoin(serviceAccounts, eq(serviceAccounts.userId, holders.id))
    .orderBy(asc(apiTokens.id))
export type ListedToken = Awaited<ReturnType<typeof listTokens>>[number]
