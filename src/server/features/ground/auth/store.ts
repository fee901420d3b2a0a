import { and, count, desc, eq, gt, inArray, isNull, max, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { passwordLinks, type RevocationReason, sessions, users } from '../../../db/schema/users.ts'

import { endsAt, isAlive, type LifeSpan } from './span-queries.ts'

export type LinkPurpose = 'confirmation' | 'reset'
/** Why a session is over. */
export type SessionEnd = RevocationReason | 'expired'
export type Account = typeof users.$inferSelect

/** The person with this email. Service accounts sign in nowhere. */
export async function findAccount(db: Db, username: string): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.username, username), eq(users.kind, 'person')))
  return account
}

export async function findAccountById(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id))
  return account
}

/** The account, locked, if it is active and the password that was verified is still its own. */
export async function lockAccount(
  db: Db,
  { id, passwordHash }: Pick<Account, 'id' | 'passwordHash'>,
): Promise<Account | undefined> {
  const [account] = await db
    .select()
    .from(users)
    .where(and(eq(users.id, id), eq(users.active, true), eq(users.passwordHash, passwordHash ?? '')))
    .for('update')
  return account
}

export async function countSignIn(db: Db, userId: number, now: Date): Promise<void> {
  await db
    .update(users)
    .set({ signInCount: sql`${users.signInCount} + 1`, lastSignInAt: now })
    .where(eq(users.id, userId))
}

/** Sets a password; with `from`, only if that is still the current one. False otherwise. */
export async function updatePassword(
  db: Db,
  userId: number,
  { from, to, now }: { from?: string | null; to: string; now: Date },
): Promise<boolean> {
  const isCurrent = from === undefined ? undefined : eq(users.passwordHash, from ?? '')
  const changed = await db
    .update(users)
    .set({ passwordHash: to, passwordChangedAt: now, updatedAt: now })
    .where(and(eq(users.id, userId), isCurrent))
    .returning({ id: users.id })
  return changed.length > 0
}

/** Replaces the hash of a password that stays the same. */
export async function renewHash(db: Db, userId: number, passwordHash: string): Promise<void> {
  await db.update(users).set({ passwordHash }).where(eq(users.id, userId))
}

/** Records a sign-in with both password and second factor. */
export async function noteFullSignIn(db: Db, userId: number, now: Date): Promise<void> {
  await db.update(users).set({ lastFullSignInAt: now }).where(eq(users.id, userId))
}

export async function insertSession(
  db: Db,
  session: Omit<typeof sessions.$inferInsert, 'id'>,
): Promise<void> {
  await db.insert(sessions).values(session)
}

/** A session of this person, held until the transaction ends. */
export async function findSessionOf(db: Db, userId: number, id: number) {
  const [session] = await db
    .select()
    .from(sessions)
    .where(and(eq(sessions.id, id), eq(sessions.userId, userId)))
    .for('update')
  return session
}

/** Notes that a session is in use. */
export async function touchSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db.update(sessions).set({ lastSeenAt: now }).where(eq(sessions.tokenHash, tokenHash))
}

/**
 * Records that the user confirmed their identity in this session. False if the session was ended, the user was locked or
 * the password was changed since it was verified.
 */
export async function confirmSession(
  db: Db,
  tokenHash: string,
  { userId, passwordHash, now }: { userId: number; passwordHash: string | null; now: Date },
): Promise<boolean> {
  // Locked before the session, as everywhere, so that a password changed meanwhile is seen.
  const [owner] = await db
    .select({ id: users.id })
    .from(users)
    .where(
      and(
        eq(users.id, userId),
        eq(users.active, true),
        sql`${users.passwordHash} is not distinct from ${passwordHash}`,
      ),
    )
    .for('share')
  if (!owner) return false
  const confirmed = await db
    .update(sessions)
    .set({ strongAt: now })
    .where(and(eq(sessions.tokenHash, tokenHash), isNull(sessions.revokedAt)))
    .returning({ id: sessions.id })
  return confirmed.length > 0
}

export async function revokeSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: 'signed-out' })
    .where(eq(sessions.tokenHash, tokenHash))
}

/** Ends all sessions of a user except the one with the given hash; returns their number. */
export async function revokeSessionsOf(
  db: Db,
  userId: number,
  { now, end, except = '' }: { now: Date; end: RevocationReason; except?: string },
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: end })
    .where(and(eq(sessions.userId, userId), isNull(sessions.revokedAt), ne(sessions.tokenHash, except)))
    .returning({ userId: sessions.userId })
  return ended.length
}

/**
 * Ends the oldest of a user's sessions until no more than `most` are left, apart from those that may only set up a
 * second factor; returns the number that it ended.
 */
export async function endOldest(
  db: Db,
  userId: number,
  { most, span }: { most: number; span: LifeSpan },
): Promise<number> {
  const tooMany = db
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.mustEnrol, false), isAlive(span)))
    .orderBy(desc(sessions.createdAt), desc(sessions.id))
    .offset(most)
  const ended = await db
    .update(sessions)
    .set({ revokedAt: span.now, revokedFor: 'too-many' })
    .where(inArray(sessions.tokenHash, tooMany))
    .returning({ id: sessions.id })
  return ended.length
}

/** The user has set up a second factor: from now on the session may do all that its user may. */
export async function endEnrolment(db: Db, tokenHash: string): Promise<void> {
  await db.update(sessions).set({ mustEnrol: false }).where(eq(sessions.tokenHash, tokenHash))
}

/** Why a session has ended; undefined for an active or unknown session, or if no reason was recorded. */
export async function findSessionEnd(db: Db, tokenHash: string, now: Date): Promise<SessionEnd | undefined> {
  const [found] = await db
    .select({ revokedAt: sessions.revokedAt, revokedFor: sessions.revokedFor, expiresAt: endsAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
  if (!found) return undefined
  if (found.revokedAt !== null) return found.revokedFor ?? undefined
  return found.expiresAt <= now ? 'expired' : undefined
}

export async function insertLink(
  db: Db,
  link: { tokenHash: string; userId: number; purpose: LinkPurpose; createdAt: Date; expiresAt: Date },
): Promise<void> {
  await db.insert(passwordLinks).values(link)
}

export async function removeLink(db: Db, tokenHash: string): Promise<void> {
  await db.delete(passwordLinks).where(eq(passwordLinks.tokenHash, tokenHash))
}

/** How many links a person was sent since then, and when the last one was. */
export async function countLinksSince(db: Db, userId: number, purpose: LinkPurpose, since: Date) {
  const [found] = await db
    .select({ count: count(), last: max(passwordLinks.createdAt) })
    .from(passwordLinks)
    .where(
      and(
        eq(passwordLinks.userId, userId),
        eq(passwordLinks.purpose, purpose),
        gt(passwordLinks.createdAt, since),
      ),
    )
  return { count: found?.count ?? 0, last: found?.last ?? null }
}

export const usable = (tokenHash: string, purpose: LinkPurpose, now: Date) =>
  and(
    eq(passwordLinks.tokenHash, tokenHash),
    eq(passwordLinks.purpose, purpose),
    isNull(passwordLinks.usedAt),
    gt(passwordLinks.expiresAt, now),
  )

/** Uses a link up. Of any number of callers at once, one gets the person's id. */
export async function consumeLink(
  db: Db,
  { tokenHash, purpose, now }: { tokenHash: string; purpose: LinkPurpose; now: Date },
): Promise<number | undefined> {
  const [found] = await db
    .update(passwordLinks)
    .set({ usedAt: now })
    .where(usable(tokenHash, purpose, now))
    .returning({ userId: passwordLinks.userId })
  return found?.userId
}

/** Makes the open links of a person worthless: all of them, or those of one purpose. */
export async function cancelLinksOf(db: Db, userId: number, now: Date, purpose?: LinkPurpose): Promise<void> {
  const isConcerned = purpose === undefined ? undefined : eq(passwordLinks.purpose, purpose)
  await db
    .update(passwordLinks)
    .set({ usedAt: now })
    .where(and(eq(passwordLinks.userId, userId), isNull(passwordLinks.usedAt), isConcerned))
}

/** Sets whether administrators are break-glass accounts. */
export async function markBreakGlass(tx: Db, ids: readonly number[], isMarked: boolean): Promise<void> {
  if (ids.length > 0)
    await tx
      .update(users)
      .set({ breakGlass: isMarked })
      .where(inArray(users.id, [...ids]))
}
