import { grantsOf, ROLES } from '#shared/access/roles.ts'
import type { SignedInUser } from '#shared/features/auth/contract.ts'
import type { SignedIn } from '../../security/actor.ts'

export function presentSignedInUser(
  actor: Pick<SignedIn, 'id' | 'firstName' | 'lastName' | 'username' | 'roleId'>,
): SignedInUser {
  return {
    id: actor.id,
    first_name: actor.firstName,
    last_name: actor.lastName,
    username: actor.username,
    role_id: actor.roleId,
    role: { id: actor.roleId, description: ROLES[actor.roleId].description },
    permissions: [...grantsOf(actor.roleId)],
  }
}
