import { ROLES } from '#shared/access/roles.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { forbidden } from '../../../errors.ts'
import {
  type AccountDirectory,
  closed,
  GONE_ALREADY,
  NO_ACCOUNT,
} from '../../../integrations/account-directory/port.ts'
import type { Caller } from '../../../security/actor.ts'
import type { UserAccessDeps } from './deps.ts'
import { findLastUse, findUserByEmail, listUsersInUse } from './queries.ts'

/**
 * Copydesk itself as one of the systems. Revoking locks the user and signs them out everywhere. Without an
 * actor it is read-only.
 */
export const deskDirectory = (
  { db, users }: Pick<UserAccessDeps, 'db' | 'users'>,
  actor: Caller | null,
): AccountDirectory => ({
  operation: 'copydesk',
  operationName: 'Copydesk',
  avatar: '/favicon.svg',
  async check({ email }) {
    const user = await findUserByEmail(db, email)
    if (!user) return NO_ACCOUNT
    const { id, active, roleId, username } = user
    const detail = active ? ROLES[roleId].description : 'Locked'
    const lastUsedAt = await findLastUse(db, user)
    const name = fullNameOf(user)
    return { active, accountId: username, url: `/users/${id}`, detail, name, lastUsedAt }
  },
  async list() {
    const accounts = (await listUsersInUse(db)).map(({ id, username, name, roleId, lastUsedAt }) => ({
      accountId: username,
      email: username,
      name,
      url: `/users/${id}`,
      detail: ROLES[roleId].description,
      lastUsedAt,
    }))
    return { accounts, note: null }
  },
  // Oneself and the last administrator are refused on every system, not only here.
  rehearse: async () => {},
  async revoke({ email }) {
    if (actor === null) throw forbidden()
    const user = await findUserByEmail(db, email)
    if (!user?.active) return GONE_ALREADY
    const { id, username, firstName, lastName, roleId, version } = user
    const values = { username, firstName, lastName, roleId, active: false }
    // A concurrent edit of the user must not be overwritten.
    await users.updateUser(actor, { id, values, version })
    return closed('Locked and signed out everywhere.')
  },
})
