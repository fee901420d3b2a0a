import { and, eq, isNotNull } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { users } from '../../../db/schema/users.ts'

/** The administrators who can sign in. */
export async function listAdminIds(db: Db): Promise<number[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), isNotNull(users.passwordHash)))
  return admins.map(({ id }) => id)
}
