import { and, desc, eq, getTableColumns, gt, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { identities, passwordLinks, sessions, users } from '../../../db/schema/users.ts'
import { canSignIn } from '../../../db/sql/can-sign-in.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import { endsAt, isAlive, type LifeSpan } from './span-queries.ts'
import { type Account, type LinkPurpose, usable } from './store.ts'

/** Longer lists of administrators do not help the user. */
const MOST_ADMINS = 5

/** The sessions of a person that are alive, the newest first. */
export async function listSessions(db: Db, userId: number, span: LifeSpan) {
  return db
    .select({ ...getTableColumns(sessions), expiresAt: endsAt })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), isAlive(span)))
    .orderBy(desc(sessions.createdAt))
}

/** Who can give somebody another role: the administrators who can sign in, by name. */
export async function listAdmins(db: Db) {
  return db
    .select()
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person'), canSignIn))
    .orderBy(readingOrder(users.firstName), readingOrder(users.lastName), users.id)
    .limit(MOST_ADMINS)
}

/** Whether the user has a password or an account at the provider. */
export async function hasWayIn(db: Db, userId: number): Promise<boolean> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, userId), canSignIn))
  return found.length > 0
}

/** Whether the user has an account at this provider. */
export async function isConnected(db: Db, userId: number, issuer: string): Promise<boolean> {
  const found = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.userId, userId), eq(identities.issuer, issuer), isNull(identities.unlinkedAt)))
  return found.length > 0
}

/** The person behind a session that is alive and was used since then, of an account that is active. */
export async function findSession(db: Db, tokenHash: string, span: LifeSpan) {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      roleId: users.roleId,
      lastSeenAt: sessions.lastSeenAt,
      mustEnrol: sessions.mustEnrol,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(and(eq(sessions.tokenHash, tokenHash), isAlive(span), eq(users.active, true)))
  return found
}

/**
 * Whose session it is, and when they last confirmed their identity in it; null if unknown. Undefined if the session has
 * ended or the user is locked.
 */
export async function readConfirmation(db: Db, tokenHash: string, now: Date) {
  const [found] = await db

    .select({
      userId: sessions.userId,
      strongAt: sessions.strongAt,
      hasPassword: sql<boolean>`${users.passwordHash} is not null`,
      breakGlass: users.breakGlass,
      roleId: users.roleId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        isNull(sessions.revokedAt),
        gt(endsAt, now),
        eq(users.active, true),
      ),
    )
  return found
}

export async function findLinkOwner(
  db: Db,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: LinkPurpose; now: Date },
): Promise<Account | undefined> {
  const [found] = await db
    .select({ account: users })
    .from(passwordLinks)
    .innerJoin(users, eq(users.id, passwordLinks.userId))
    .where(and(usable(tokenHash, purpose, now), eq(users.active, true)))
  return found?.account
}
