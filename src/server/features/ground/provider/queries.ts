import { and, eq, isNull, ne } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { passkeys } from '../../../db/schema/factors.ts'
import { identities, users } from '../../../db/schema/users.ts'

/** How a user can sign in without the provider. */
export async function readWaysIn(db: Db, userId: number) {
  const [user] = await db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  const [passkey] = await db
    .select({ id: passkeys.id })
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .limit(1)
  return { hasPassword: user !== undefined && user.hash !== null, hasPasskey: passkey !== undefined }
}

/** Users whose email at the provider is another one than here. */
export async function listRenamed(db: Db, issuer: string): Promise<string[]> {
  const renamed = await db
    .select({ username: users.username })
    .from(identities)
    .innerJoin(users, eq(users.id, identities.userId))
    .where(
      and(
        ...[eq(identities.issuer, issuer), isNull(identities.unlinkedAt)],
        ...[eq(users.active, true), ne(identities.email, users.username)],
      ),
    )
    .orderBy(users.username)
  return renamed.map(({ username }) => username)
}
