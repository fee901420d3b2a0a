import { ROLES } from '#shared/access/roles.ts'
import type { User, UserName } from '#shared/features/ground/users/contract.ts'
import type { UserRow } from './store.ts'

export function presentUserName(user: Pick<UserRow, 'id' | 'firstName' | 'lastName' | 'username'>): UserName {
  return { id: user.id, first_name: user.firstName, last_name: user.lastName, username: user.username }
}

export function presentUser(user: UserRow): User {
  const { roleId } = user
  return {
    ...presentUserName(user),
    active: user.active ? 1 : 0,
    role_id: roleId,
    role: { id: roleId, description: ROLES[roleId].description },
    sign_in_count: user.signInCount,
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    confirmed: user.passwordHash !== null || user.lastSignInAt !== null,
    ...(user.kind === 'service' ? { is_service: true as const } : {}),
    version: user.version,
  }
}
