import type { Permission } from '#shared/access/permissions.ts'
import type { RoleId } from '#shared/access/roles.ts'

/** The person on whose behalf a call is made. Rights come from here, never from what the call says. */
export interface Actor {
  id: number
  firstName: string
  lastName: string
  username: string
  roleId: RoleId
  permissions: readonly Permission[]
  /** SHA-256 of the session's token: names the session without being able to use it. */
  session: string
}

/** Turns a bearer token into the person signed in with it, or null. */
export type Authenticate = (token: string) => Promise<Actor | null>
