import { and, asc, count, eq, isNotNull, isNull, lt, max, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { passkeys, recoveryCodes, totpFactors } from '../../../db/schema/factors.ts'
import type { SecretBox } from '../../../security/secret-box.ts'

export type Passkey = typeof passkeys.$inferSelect
export type Totp = typeof totpFactors.$inferSelect

export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  return db.select().from(passkeys).where(eq(passkeys.userId, userId)).orderBy(asc(passkeys.id))
}

export async function findPasskey(db: Db, credentialId: string): Promise<Passkey | undefined> {
  const [found] = await db.select().from(passkeys).where(eq(passkeys.credentialId, credentialId))
  return found
}

/** False if this passkey is already stored. */
export async function insertPasskey(db: Db, passkey: Omit<Passkey, 'id' | 'lastUsedAt'>): Promise<boolean> {
  const inserted = await db
    .insert(passkeys)
    .values(passkey)
    .onConflictDoNothing({ target: passkeys.credentialId })
    .returning({ id: passkeys.id })
  return inserted.length > 0
}

const ownPasskey = (userId: number, id: number) => and(eq(passkeys.userId, userId), eq(passkeys.id, id))

/** The name before; undefined if the user has no such passkey. */
export async function renamePasskey(
  db: Db,
  { userId, id, name }: { userId: number; id: number; name: string },
): Promise<string | undefined> {
  const [before] = await db
    .select({ name: passkeys.name })
    .from(passkeys)
    .where(ownPasskey(userId, id))
    .for('update')
  if (before) await db.update(passkeys).set({ name }).where(ownPasskey(userId, id))
  return before?.name
}

/** Its name; undefined if the user has no such passkey. */
export async function deletePasskey(db: Db, userId: number, id: number): Promise<string | undefined> {
  const [deleted] = await db.delete(passkeys).where(ownPasskey(userId, id)).returning({ name: passkeys.name })
  return deleted?.name
}

/** Records a use. False if the counter changed meanwhile: the passkey was cloned or the answer replayed. */
export async function usePasskey(
  db: Db,
  { id, counter: from }: Pick<Passkey, 'id' | 'counter'>,
  { counter, isBackedUp, now }: { counter: number; isBackedUp: boolean; now: Date },
): Promise<boolean> {
  const used = await db
    .update(passkeys)
    .set({ counter, isBackedUp, lastUsedAt: now })
    .where(and(eq(passkeys.id, id), eq(passkeys.counter, from)))
    .returning({ id: passkeys.id })
  return used.length > 0
}

export async function findTotp(db: Db, userId: number): Promise<Totp | undefined> {
  const [found] = await db.select().from(totpFactors).where(eq(totpFactors.userId, userId))
  return found
}

/** Stores the seed of an app that is being set up. One that is set up already stays as it is. */
export async function savePendingSeed(db: Db, userId: number, pendingSecret: string): Promise<void> {
  await db
    .insert(totpFactors)
    .values({ userId, pendingSecret })
    .onConflictDoUpdate({ target: totpFactors.userId, set: { pendingSecret } })
}

/** Turns the pending app on. False if another app is being set up meanwhile. */
export async function confirmPendingSeed(
  db: Db,
  { userId, pendingSecret, step, now }: { userId: number; pendingSecret: string; step: number; now: Date },
): Promise<boolean> {
  const confirmed = await db
    .update(totpFactors)
    .set({
      secret: pendingSecret,
      pendingSecret: null,
      confirmedAt: now,
      lastStep: step,
      lastUsedAt: null,
    })
    .where(and(eq(totpFactors.userId, userId), eq(totpFactors.pendingSecret, pendingSecret)))
    .returning({ userId: totpFactors.userId })
  return confirmed.length > 0
}

/** Uses a code up. False if it, or a later one, was used before, or the app was removed or replaced. */
export async function useTotpStep(
  db: Db,
  { userId, secret }: Pick<Totp, 'userId' | 'secret'>,
  { step, now }: { step: number; now: Date },
): Promise<boolean> {
  const used = await db
    .update(totpFactors)
    .set({ lastStep: step, lastUsedAt: now })
    .where(
      and(
        eq(totpFactors.userId, userId),
        eq(totpFactors.secret, secret ?? ''),
        lt(totpFactors.lastStep, step),
      ),
    )
    .returning({ userId: totpFactors.userId })
  return used.length > 0
}

/** False if none was set up. */
export async function deleteTotp(db: Db, userId: number): Promise<boolean> {
  const deleted = await db
    .delete(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.secret)))
    .returning({ userId: totpFactors.userId })
  return deleted.length > 0
}

/** Replaces all recovery codes of a user. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: number,
  { hashes, now }: { hashes: readonly string[]; now: Date },
): Promise<void> {
  await deleteRecoveryCodes(db, userId)
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash, createdAt: now })))
}

export async function deleteRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
}

/** Uses a recovery code up. Of any number of callers at once, one gets true. */
export async function useRecoveryCode(
  db: Db,
  { userId, codeHash, now }: { userId: number; codeHash: string; now: Date },
): Promise<boolean> {
  const used = await db
    .update(recoveryCodes)
    .set({ usedAt: now })
    .where(
      and(
        eq(recoveryCodes.userId, userId),
        eq(recoveryCodes.codeHash, codeHash),
        isNull(recoveryCodes.usedAt),
      ),
    )
    .returning({ userId: recoveryCodes.userId })
  return used.length > 0
}

/** How many recovery codes a user was given and has left; null if none were made. */
export async function countRecoveryCodes(db: Db, userId: number) {
  const [found] = await db
    .select({
      of: count(),
      left: sql<number>`count(*) filter (where ${recoveryCodes.usedAt} is null)`.mapWith(Number),
      createdAt: max(recoveryCodes.createdAt),
      lastUsedAt: max(recoveryCodes.usedAt),
    })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  if (!found || found.createdAt === null) return null
  return { ...found, createdAt: found.createdAt }
}

/** Removes the factors of a user, with those that are being set up. False if nothing was set up. */
export async function deleteFactorsOf(db: Db, userId: number): Promise<boolean> {
  const removed = await db.delete(passkeys).where(eq(passkeys.userId, userId)).returning({ id: passkeys.id })
  const [totp] = await db
    .delete(totpFactors)
    .where(eq(totpFactors.userId, userId))
    .returning({ confirmedAt: totpFactors.confirmedAt })
  await deleteRecoveryCodes(db, userId)
  return removed.length > 0 || (totp?.confirmedAt ?? null) !== null
}

/** Whether the account needs more than its password, whether or not its factors can be used at the moment. */
export async function isEnrolled(db: Db, userId: number): Promise<boolean> {
  const [totp] = await db
    .select({ userId: totpFactors.userId })
    .from(totpFactors)
    .where(and(eq(totpFactors.userId, userId), isNotNull(totpFactors.secret)))
  if (totp) return true
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return passkey !== undefined
}

/** Seals all seeds with the current key. Those that no key opens stay as they are. */
export async function resealSeeds(db: Db, box: SecretBox): Promise<{ resealed: number; unreadable: number }> {
  const counts = { resealed: 0, unreadable: 0 }
  for (const column of ['secret', 'pendingSecret'] as const) {
    const seed = totpFactors[column]
    const sealed = await db
      .select({ userId: totpFactors.userId, seed })
      .from(totpFactors)
      .where(isNotNull(seed))
    for (const each of sealed) {
      if (each.seed === null || box.isCurrent(each.seed)) continue
      const opened = box.open(each.seed)
      if (opened === null) counts.unreadable += 1
      else {
        const rows = await db
          .update(totpFactors)
          .set({ [column]: box.seal(opened) })
          .where(and(eq(totpFactors.userId, each.userId), eq(seed, each.seed)))
          .returning({ userId: totpFactors.userId })
        counts.resealed += rows.length
      }
    }
  }
  return counts
}
