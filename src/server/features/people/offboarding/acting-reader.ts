import { isPermitted } from '#shared/access/permissions.ts'
import { grantsOf } from '#shared/access/roles.ts'
import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../db/connect.ts'
import type { Caller } from '../../../security/actor.ts'
import type { AccountQuery } from '../user-access/deps.ts'
import { findUser } from './queries.ts'
import type { OffboardingRow } from './store.ts'

/**
 * The user on whose behalf a run continues, with current permissions; null if that user may no longer do
 * this.
 */
export async function actorOf(db: Db, run: OffboardingRow): Promise<Caller | null> {
  const user = await findUser(db, run.actingId)
  if (!user?.active) return null
  const { id, firstName, lastName, username, roleId } = user
  const permissions = grantsOf(roleId)
  const { access } = offboardingEndpoints.start
  if (typeof access === 'string' || !isPermitted(permissions, access)) return null
  const origin = { requestId: run.requestId, address: run.address }
  const identity = { id, firstName, lastName, username, roleId, permissions }
  return { kind: 'run', ...identity, run: `offboarding run ${run.id}`, origin }
}

export const accountQueryOf = ({ email, github, manager }: OffboardingRow): AccountQuery => ({
  email,
  github,
  manager,
})
