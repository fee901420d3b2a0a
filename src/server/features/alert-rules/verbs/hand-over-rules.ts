import { offboardingEndpoints } from '#shared/features/offboarding/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { type Caller, requires } from '../../../security/actor.ts'
import { audit } from '../../../security/audit.ts'
import * as store from '../store.ts'

/** Makes all rules of somebody another one's, as part of a transaction. Whom they tell stays as it is. */
export async function handOverRules(
  tx: Db,
  actor: Caller,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  requires(actor, offboardingEndpoints.handOver.access)
  for (const { id, name, version } of await store.lockOwnRules(tx, fromId)) {
    await store.updateRule(tx, id, { ownerId: toId, version: version + 1 })
    const changes = { before: { ownerId: fromId }, after: { ownerId: toId } }
    await audit(tx, actor, 'alert.handed-over', { id, label: name, ...changes })
  }
}
