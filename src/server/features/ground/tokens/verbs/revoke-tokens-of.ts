import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ProgramDeps } from '../deps.ts'
import { revokeAll } from '../store.ts'

/**
 * Revokes all tokens of a person who leaves, in the caller's transaction, so that they do not come back if the account
 * is unlocked.
 */
export async function revokeTokensOf(
  tx: Db,
  { clock }: Pick<ProgramDeps, 'clock'>,
  { actor, userId, label }: { actor: Caller; userId: number; label: string },
): Promise<void> {
  requires(actor, offboardingEndpoints.start.access)
  const revoked = await revokeAll(tx, userId, { now: clock(), revokedFor: 'owner-left' })
  if (revoked.length > 0)
    await audit(tx, actor, 'token.revoked', {
      id: userId,
      label,
      after: { revoked: revoked.map(({ name, start }) => `${name} (${start}…)`) },
    })
}
