import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { findNames } from '../queries.ts'
import { giveServiceAccounts as give } from '../store.ts'
import type { ServiceAccountDeps } from './save-service-account.ts'

/** Makes another user the owner of all service accounts of a person who leaves, in the caller's transaction. */
export async function giveServiceAccounts(
  tx: Db,
  { notices }: Pick<ServiceAccountDeps, 'notices'>,
  { actor, fromId, toId }: { actor: Caller; fromId: number; toId: number },
): Promise<void> {
  requires(actor, offboardingEndpoints.handOver.access)
  const accounts = await findNames(tx, await give(tx, { fromId, toId }))
  for (const { id, name } of accounts)
    await audit(tx, actor, 'service-account.changed', {
      ...{ id, label: name, before: { ownerId: fromId }, after: { ownerId: toId } },
    })
  if (accounts.length === 0) return
  const words = `${accounts.map(({ name }) => `“${name}”`).join(', ')}. You’ll be told before their tokens end.`
  await notices.notify(tx, { userId: toId, kind: 'service-account-owned', actorId: actor.id, words })
}
