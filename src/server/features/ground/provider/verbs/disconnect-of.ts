import { providerEndpoints } from '#shared/features/ground/provider/contract.ts'
import { transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { ConfiguredDeps } from '../deps.ts'
import * as store from '../store.ts'
import { missingWay, readOtherWays } from './own-identity.ts'

/** Disconnects another user's account at the provider; their sessions that began with it end. */
export async function disconnectOf(deps: ConfiguredDeps, actor: PersonActor, userId: number): Promise<void> {
  requires(actor, providerEndpoints.disconnectOf.access)
  const { db, auth, clock, signInProvider, users } = deps
  const { label, issuer } = signInProvider
  if (userId === actor.id) throw new AppError('conflict', 'Disconnect your own account in My Profile.')
  await transaction(db, async (tx) => {
    const account = await users.lockManaged(tx, actor, userId)
    await auth.requireStepUp(tx, actor.session)
    const identity = await store.findIdentityOf(tx, userId, issuer)
    if (!identity) throw notFound(`${label} account`)
    const { canDisconnect, isLimited } = await readOtherWays(tx, deps, account)
    if (!canDisconnect)
      throw new AppError(
        'conflict',
        `${label} is this user’s only way in. They need ${missingWay(isLimited)} first.`,
      )
    const now = clock()
    const sessionsEnded = await store.endSessionsOfIdentity(tx, identity.id, { now, end: 'ended' })
    await store.unlinkIdentitiesOf(tx, userId, { issuer, now })
    const after = { provider: label, email: identity.email, sessionsEnded }
    await audit(tx, actor, 'identity.unlinked', { id: userId, label: fullNameOf(account), after })
    await deps.factors.tellOwner(tx, { userId, event: 'provider-disconnected' })
  })
  auth.forgetSessions()
}
