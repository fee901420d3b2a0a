import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { users } from '../../../db/schema/users.ts'
import { canSignIn } from '../../../db/sql/can-sign-in.ts'

/** The administrators who can sign in. */
export async function listAdminIds(db: Db): Promise<number[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), canSignIn))
  return admins.map(({ id }) => id)
}
