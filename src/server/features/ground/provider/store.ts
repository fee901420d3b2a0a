import { and, eq, gt, inArray, isNotNull, isNull, or, type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type { RoleId } from '#shared/access/roles.ts'
import type { Db } from '../../../db/connect.ts'
import { signInChallenges } from '../../../db/schema/factors.ts'
import { identities, type RevocationReason, sessions, users } from '../../../db/schema/users.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import type { Account } from '../auth/service.ts'

export type Identity = typeof identities.$inferSelect

type AtProvider = Pick<Identity, 'issuer' | 'subject'>

const isNamed = ({ issuer, subject }: AtProvider) =>
  and(eq(identities.issuer, issuer), eq(identities.subject, subject))
const isOwned = (userId: number, issuer: string) =>
  and(eq(identities.userId, userId), eq(identities.issuer, issuer))

/** The account at the provider that these two name. */
export async function findIdentity(db: Db, named: AtProvider): Promise<Identity | undefined> {
  const [found] = await db
    .select()
    .from(identities)
    .where(and(isNamed(named), isNull(identities.unlinkedAt)))
  return found
}

export async function findIdentityOf(db: Db, userId: number, issuer: string): Promise<Identity | undefined> {
  const [found] = await db
    .select()
    .from(identities)
    .where(and(isOwned(userId, issuer), isNull(identities.unlinkedAt)))
  return found
}

/** Whether an account at the provider was disconnected: this one or, with a user, any of that user. */
export async function wasUnlinked(db: Db, named: AtProvider, userId?: number): Promise<boolean> {
  const isConcerned = userId === undefined ? isNamed(named) : isOwned(userId, named.issuer)
  const found = await db
    .select({ id: identities.id })
    .from(identities)
    .where(and(isConcerned, isNotNull(identities.unlinkedAt)))
  return found.length > 0
}

/** Undefined if the account at the provider, or the user, has another one already. */
export async function insertIdentity(
  db: Db,
  identity: Omit<Identity, 'id' | 'lastUsedAt' | 'unlinkedAt'>,
): Promise<Identity | undefined> {
  const { linkedBy, linkedAt, email } = identity
  // Sessions that began with it belong to it again, so that a logout at the provider finds them.
  const [again] = await db
    .update(identities)
    .set({ linkedBy, linkedAt, email, unlinkedAt: null })
    .where(
      and(isNotNull(identities.unlinkedAt), isNamed(identity), isOwned(identity.userId, identity.issuer)),
    )
    .returning()
  if (again) return again
  // Connecting another one is deliberate: earlier disconnections are forgotten.
  await db
    .delete(identities)
    .where(
      and(isNotNull(identities.unlinkedAt), or(isNamed(identity), isOwned(identity.userId, identity.issuer))),
    )
  const [inserted] = await db.insert(identities).values(identity).onConflictDoNothing().returning()
  return inserted
}

/** Notes a sign-in, and the email that the provider names now. */
export async function touchIdentity(db: Db, id: number, seen: { email: string | null; now: Date }) {
  await db.update(identities).set({ email: seen.email, lastUsedAt: seen.now }).where(eq(identities.id, id))
}

/**
 * Disconnects a user from all providers, or from one, and makes worthless the steps of a sign-in that they have begun;
 * returns the number of accounts.
 */
export async function unlinkIdentitiesOf(
  db: Db,
  userId: number,
  { issuer, now }: { issuer?: string; now: Date },
): Promise<number> {
  const unlinked = await db
    .update(identities)
    .set({ unlinkedAt: now })
    .where(
      and(
        ...[eq(identities.userId, userId), isNull(identities.unlinkedAt)],
        issuer === undefined ? undefined : eq(identities.issuer, issuer),
      ),
    )
    .returning({ id: identities.id })
  const ids = unlinked.map(({ id }) => id)
  if (ids.length > 0) await closeStepsOf(db, inArray(stepIdentity, ids), now)
  return ids.length
}

/** The account at the provider with which a sign-in was begun that waits for its second factor. */
const stepIdentity = sql`(${signInChallenges.provider}->>'identityId')::integer`
const stepSid = sql`${signInChallenges.provider}->>'sid'`

async function closeStepsOf(db: Db, isConcerned: SQL | undefined, now: Date): Promise<void> {
  await db
    .update(signInChallenges)
    .set({ usedAt: now })
    .where(and(isNotNull(signInChallenges.provider), isNull(signInChallenges.usedAt), isConcerned))
}

/** Ends the sessions that a message of the provider is about, and the sign-ins; returns how many sessions, by user. */
export async function endSessionsOfProvider(
  db: Db,
  { issuer, subject, sid, now }: { issuer: string; subject: string | null; sid: string | null; now: Date },
): Promise<{ userId: number; label: string; sessionsEnded: number }[]> {
  const concerned = db
    .select({ id: identities.id })
    .from(identities)
    .where(and(eq(identities.issuer, issuer), subject === null ? undefined : eq(identities.subject, subject)))
  /** A session whose name at the provider is unknown may be the one that is meant, if its user is. */
  const isSid = (of: SQLWrapper) => {
    if (sid === null) return undefined
    return subject === null ? sql`${of} = ${sid}` : sql`coalesce(${of}, ${sid}) = ${sid}`
  }
  await closeStepsOf(db, and(inArray(stepIdentity, concerned), isSid(stepSid)), now)
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: 'provider' })
    .where(
      and(inArray(sessions.identityId, concerned), isNull(sessions.revokedAt), isSid(sessions.providerSid)),
    )
    .returning({ userId: sessions.userId })
  const counts = new Map<number, number>()
  for (const { userId } of ended) counts.set(userId, (counts.get(userId) ?? 0) + 1)
  if (counts.size === 0) return []
  const owners = await db
    .select()
    .from(users)
    .where(inArray(users.id, [...counts.keys()]))
  return owners.map((owner) => ({
    userId: owner.id,
    label: fullNameOf(owner),
    sessionsEnded: counts.get(owner.id) ?? 0,
  }))
}

export async function findAccount(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id))
  return account
}

/** The account, locked until the transaction ends. */
export async function lockAccount(db: Db, id: number): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return account
}

/** The user with this email, locked until the transaction ends. */
export async function lockAccountByEmail(db: Db, email: string): Promise<Account | undefined> {
  const [account] = await db.select().from(users).where(eq(users.username, email)).for('update')
  return account
}

/** Undefined if a user has the email. */
export async function insertAccount(
  db: Db,
  values: { username: string; firstName: string; lastName: string; roleId: RoleId },
): Promise<Account | undefined> {
  const [account] = await db
    .insert(users)
    .values(values)
    .onConflictDoNothing({ target: users.username })
    .returning()
  return account
}

/** The active administrators, all locked until the transaction ends. */
export async function lockAdmins(db: Db) {
  const admins = await db
    .select({ id: users.id, hash: users.passwordHash })
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person')))
    .orderBy(users.id)
    // Every sign-in takes it. A session or an entry that names one of them need not wait for it.
    .for('no key update')
  return admins.map(({ id, hash }) => ({ id, hasPassword: hash !== null }))
}

export async function updateRole(db: Db, id: number, { roleId, now }: { roleId: RoleId; now: Date }) {
  const [account] = await db
    .update(users)
    .set({ roleId, updatedAt: now, version: sql`${users.version} + 1` })
    .where(eq(users.id, id))
    .returning()
  return account
}

interface Return {
  tokenHash: string
  /** The user who connects or confirms; null for a sign-in. */
  userId: number | null
  /** What the provider said, encrypted. */
  sealed: string
  address: string
  createdAt: Date
  expiresAt: Date
}

/** Keeps what the provider said until the browser asks for it. */
export async function insertReturn(db: Db, { sealed, ...step }: Return): Promise<void> {
  await db.insert(signInChallenges).values({ ...step, purpose: 'provider', challenge: sealed })
}

/** Uses it up: of any number of callers at once, one gets it. */
export async function consumeReturn(
  db: Db,
  { tokenHash, userId, now }: { tokenHash: string; userId: number | null; now: Date },
): Promise<string | undefined> {
  const [found] = await db
    .update(signInChallenges)
    .set({ usedAt: now })
    .where(
      and(
        eq(signInChallenges.tokenHash, tokenHash),
        eq(signInChallenges.purpose, 'provider'),
        userId === null ? isNull(signInChallenges.userId) : eq(signInChallenges.userId, userId),
        isNull(signInChallenges.usedAt),
        gt(signInChallenges.expiresAt, now),
      ),
    )
    .returning({ sealed: signInChallenges.challenge })
  return found?.sealed
}

/** Ends sessions that a user began with this account at the provider, but for one; returns their number. */
export async function endSessionsOfIdentity(
  db: Db,
  identityId: number,
  { now, end, sid, except = '' }: { now: Date; end: RevocationReason; sid?: string; except?: string },
): Promise<number> {
  const ended = await db
    .update(sessions)
    .set({ revokedAt: now, revokedFor: end })
    .where(
      and(
        eq(sessions.identityId, identityId),
        isNull(sessions.revokedAt),
        sql`${sessions.tokenHash} <> ${except}`,
        sid === undefined ? undefined : eq(sessions.providerSid, sid),
      ),
    )
    .returning({ id: sessions.id })
  return ended.length
}
