import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { listOwned, lockServiceAccount } from '../queries.ts'
import { updateServiceAccount } from '../store.ts'
import type { ServiceAccountDeps } from './save-service-account.ts'

/**
 * Makes another user the owner of all service accounts of a person who leaves, in the caller's transaction; returns their
 * ids.
 */
export async function giveServiceAccounts(
  tx: Db,
  { notices, users, clock }: Pick<ServiceAccountDeps, 'notices' | 'users' | 'clock'>,
  { actor, fromId, toId }: { actor: Caller; fromId: number; toId: number },
): Promise<number[]> {
  requires(actor, offboardingEndpoints.handOver.access)
  const given: { id: number; name: string }[] = []
  for (const id of await listOwned(tx, fromId)) {
    const account = await lockServiceAccount(tx, id)
    // Another call may have changed the owner before the lock.
    if (account?.ownerId !== fromId) continue
    const { name, roleId, active, purpose } = account
    await users.updateServiceUser(tx, id, { name, roleId, active, updatedAt: clock() })
    await updateServiceAccount(tx, id, { purpose, ownerId: toId })
    await audit(tx, actor, 'service-account.changed', {
      ...{ id, label: name, before: { ownerId: fromId }, after: { ownerId: toId } },
    })
    given.push({ id, name })
  }
  if (given.length === 0) return []
  const words = `${given.map(({ name }) => `“${name}”`).join(', ')}. You’ll be told before their tokens end.`
  await notices.notify(tx, { userId: toId, kind: 'service-account-owned', actorId: actor.id, words })
  return given.map(({ id }) => id)
}
