import { ROLES } from '#shared/access/roles.ts'
import { type AccountDirectory, NO_ACCOUNT } from '../../integrations/account-directory/port.ts'
import type { Caller } from '../../security/actor.ts'
import type { UserAccessParts } from './parts.ts'
import { findUserByEmail } from './queries.ts'

/** Copydesk itself, as one of the systems: who is locked is signed out everywhere. */
export const deskDirectory = ({ db, users }: UserAccessParts, actor: Caller): AccountDirectory => ({
  operation: 'copydesk',
  operationName: 'Copydesk',
  avatar: '/favicon.svg',
  async check({ email }) {
    const user = await findUserByEmail(db, email)
    if (!user) return NO_ACCOUNT
    const { id, active, roleId } = user
    const detail = active ? ROLES[roleId].description : 'Locked'
    return { active, accountId: String(id), url: `/users/${id}`, detail }
  },
  async revoke({ email }) {
    const user = await findUserByEmail(db, email)
    if (!user?.active) return 'The account was closed already.'
    const { id, username, firstName, lastName, roleId } = user
    await users.updateUser(actor, { id, values: { username, firstName, lastName, roleId, active: false } })
    return 'Locked, and signed out everywhere.'
  },
})
