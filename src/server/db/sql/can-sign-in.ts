import { sql } from 'drizzle-orm'
import { identities, users } from '../schema/users.ts'

/** Whether a user has ever got a way in: a password, or an account at the sign-in provider. */
export const canSignIn = sql`(${users.passwordHash} is not null
  or exists (select from ${identities} where ${identities.userId} = ${users.id} and ${identities.unlinkedAt} is null))`
