import { and, eq, gt, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { passwordLinks, sessions, users } from '../../db/schema/users.ts'
import { type Account, type LinkPurpose, usable } from './store.ts'

/** The person behind a session that is alive, of an account that is active. */
export async function findSession(db: Db, tokenHash: string, now: Date) {
  const [found] = await db
    .select({
      id: users.id,
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      roleId: users.roleId,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, tokenHash),
        isNull(sessions.revokedAt),
        gt(sessions.expiresAt, now),
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
