import { ROLES, type RoleId } from '#shared/access/roles.ts'
import type { SignedInUser } from '#shared/features/ground/auth/contract.ts'

/** A signed-in user with the permissions of a role. */
export function person(role: RoleId, changes: Partial<SignedInUser> = {}): SignedInUser {
  return {
    id: 7,
    first_name: 'Ines',
    last_name: 'Aldana',
    username: 'ines.aldana@copydesk.example',
    role_id: role,
    role: { id: role, description: ROLES[role].description },
    permissions: [...ROLES[role].grants],
    ...changes,
  }
}

export const HEALTH = {
  env: 'staging',
  publicHost: 'desk.example',
  commit: 'a41f9c2deadbeef',
  commit_url: 'https://code.example/commit/a41f9c2deadbeef',
  help_email: 'help@copydesk.example',
  time_zone: 'UTC',
  marketplace: 'www.amazon.com',
  self_approval: true,
  notice: null,
  tunnels: true,
  is_sample: false,
  sample: null,
}
