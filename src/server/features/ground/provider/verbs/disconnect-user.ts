import type { Db } from '../../../../db/connect.ts'
import type { Actor } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { unlinkIdentitiesOf } from '../store.ts'

/** Disconnects another user from the provider; true if they were connected. Their sessions end elsewhere. */
export async function disconnectUser(
  tx: Db,
  actor: Actor,
  { userId, label, now }: { userId: number; label: string; now: Date },
): Promise<boolean> {
  const isUnlinked = (await unlinkIdentitiesOf(tx, userId, { now })) > 0
  if (isUnlinked) await audit(tx, actor, 'identity.unlinked', { id: userId, label })
  return isUnlinked
}
