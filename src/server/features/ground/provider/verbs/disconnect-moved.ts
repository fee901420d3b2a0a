import type { Db } from '../../../../db/connect.ts'
import type { Caller } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { deleteIdentitiesOf } from '../store.ts'

/** Disconnects a person with a new email from the provider: the account may have passed to somebody else. */
export async function disconnectMoved(
  tx: Db,
  actor: Caller,
  { userId, label }: { userId: number; label: string },
): Promise<void> {
  if ((await deleteIdentitiesOf(tx, userId)) > 0)
    await audit(tx, actor, 'identity.unlinked', { id: userId, label })
}
