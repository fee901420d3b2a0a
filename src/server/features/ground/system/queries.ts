import { and, eq, isNotNull, min, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { users } from '../../../db/schema/users.ts'

/** The first active person of each role, in the order of the roles. */
export async function listSamplePeople(db: Db) {
  const first = db
    .select({ id: min(users.id).as('id') })
    .from(users)
    .where(and(eq(users.active, true), isNotNull(users.passwordHash)))
    .groupBy(users.roleId)
  return db
    .select({
      firstName: users.firstName,
      lastName: users.lastName,
      username: users.username,
      roleId: users.roleId,
    })
    .from(users)
    .where(sql`${users.id} in (${first})`)
    .orderBy(sql`array_position(array['adm', 'opm', 'qa', 'eng', 'wrt'], ${users.roleId})`)
}
