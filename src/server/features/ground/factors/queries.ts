import { eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { passkeys } from '../../../db/schema/factors.ts'
import { users } from '../../../db/schema/users.ts'

export type Owner = typeof users.$inferSelect

/** Whose factor it is. */
export async function findOwner(db: Db, id: number): Promise<Owner | undefined> {
  const [owner] = await db.select().from(users).where(eq(users.id, id))
  return owner
}

/**
 * The same, locked until the transaction ends. Always locked before their steps, factors and sessions, so that a
 * password change, a lock or a reset comes either before or after a sign-in.
 */
export async function lockOwner(db: Db, id: number): Promise<Owner | undefined> {
  const [owner] = await db.select().from(users).where(eq(users.id, id)).for('update')
  return owner
}

/** Whether any user has a passkey. */
export async function isAnyPasskeySet(db: Db): Promise<boolean> {
  const [found] = await db.select({ id: passkeys.id }).from(passkeys).limit(1)
  return found !== undefined
}
