import { grantsOf, ROLES } from '#shared/access/roles.ts'
import type { OpenSession, SignedInUser } from '#shared/features/ground/auth/contract.ts'
import { deviceOf } from '#shared/features/ground/auth/rules.ts'
import type { SignedIn } from '../../../security/actor.ts'
import type { listSessions } from './queries.ts'

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
