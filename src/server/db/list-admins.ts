import { and, eq } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { users } from './schema/users.ts'
import { canSignIn } from './sql/can-sign-in.ts'

/** Ids of the active administrators who have a way to sign in, oldest account first. */
export async function listAdminIds(db: Db): Promise<number[]> {
  const admins = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.roleId, 'adm'), eq(users.active, true), eq(users.kind, 'person'), canSignIn))
    .orderBy(users.id)
  return admins.map(({ id }) => id)
}
