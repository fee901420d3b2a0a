import { userEndpoints } from '#shared/features/ground/users/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { revokeAll } from '../store.ts'

/** Revokes the tokens of a person whose email an administrator has changed, as it ends their sessions. */
export const createRevokeMoved =
  ({ clock }: { clock: () => Date }) =>
  async (tx: Db, actor: Caller, { userId, label }: { userId: number; label: string }): Promise<void> => {
    requires(actor, userEndpoints.update.access)
    const revoked = await revokeAll(tx, userId, { now: clock(), revokedFor: 'email-changed' })
    const names = revoked.map(({ name, start }) => `${name} (${start}…)`)
    if (names.length > 0)
      await audit(tx, actor, 'token.revoked', { id: userId, label, after: { revoked: names } })
  }
