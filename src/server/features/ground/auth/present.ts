import type { Permission } from '#shared/access/permissions.ts'
import { grantsOf, ROLES, type RoleId } from '#shared/access/roles.ts'
import type { LinkGreeting, OpenSession, SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { deviceOf } from '#shared/features/ground/auth/rules.ts'
import { greetedNameOf } from '../../../db/sql/full-name.ts'
import type { SignedIn } from '../../../security/actor.ts'
import type { FactorDuty } from '../sign-in-rules/deps.ts'
import type { listSessions } from './queries.ts'
import type { Account } from './store.ts'

/** What a session may do while its user must set up a second factor. */
const ENROLLING: readonly Permission[] = ['Profile']

export const permissionsOf = (roleId: RoleId, mustEnrol: boolean): readonly Permission[] =>
  mustEnrol ? ENROLLING : grantsOf(roleId)

/** What the rules ask of the user; nothing if they ask for nothing, or in a session that was open before the day. */
function presentDuty(duty: FactorDuty | null, mustEnrol: boolean) {
  if (duty === null || (duty.isDue && !mustEnrol)) return {}
  const due = { second_factor_due: duty.day, second_factor_scope: duty.scope }
  return mustEnrol ? { ...due, must_set_up_factor: true as const } : due
}

export function presentSignedInUser(
  actor: Pick<SignedIn, 'id' | 'firstName' | 'lastName' | 'username' | 'roleId'>,
  duty: FactorDuty | null,
  mustEnrol = duty?.isDue === true,
): SignedInUser {
  return {
    id: actor.id,
    first_name: actor.firstName,
    last_name: actor.lastName,
    username: actor.username,
    role_id: actor.roleId,
    role: { id: actor.roleId, description: ROLES[actor.roleId].description },
    permissions: [...permissionsOf(actor.roleId, mustEnrol)],
    ...presentDuty(duty, mustEnrol),
  }
}

export const presentGreeting = ({
  owner,
  isProviderOnly,
}: {
  owner: Account
  isProviderOnly: boolean
}): LinkGreeting => ({
  first_name: greetedNameOf(owner),
  ...(isProviderOnly ? { is_provider_only: true as const } : {}),
})

/** A session as its owner sees it, who calls with the one whose hash is `current`. */
export function presentSession(
  session: Awaited<ReturnType<typeof listSessions>>[number],
  current: string | null,
): OpenSession {
  return {
    id: session.id,
    begun_at: session.createdAt.toISOString(),
    last_seen_at: (session.lastSeenAt ?? session.createdAt).toISOString(),
    expires_at: session.expiresAt.toISOString(),
    address: session.address,
    device: session.agent === null ? null : deviceOf(session.agent),
    method: session.method,
    is_current: session.tokenHash === current,
  }
}
