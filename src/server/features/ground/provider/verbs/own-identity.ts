import { providerEndpoints } from '#shared/features/ground/provider/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, forbidden, notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { Account } from '../../auth/service.ts'
import { type ConfiguredDeps, refuse } from '../deps.ts'
import { readWaysIn } from '../queries.ts'
import * as store from '../store.ts'
import { linkIdentity } from './link-identity.ts'
import { consumeReturn } from './return-from-provider.ts'

/** How a user can sign in without the provider, and whether they can. */
export async function readOtherWays(db: Db, { arePasskeysOffered, auth }: ConfiguredDeps, account: Account) {
  const { hasPassword, hasPasskey } = await readWaysIn(db, account.id)
  const isLimited = await auth.isPasswordLimited(db, account)
  const canDisconnect = (hasPassword && !isLimited) || (arePasskeysOffered && hasPasskey)
  return { hasPassword, isLimited, canDisconnect }
}

/** What somebody needs who can only sign in through the provider. */
export const missingWay = (isLimited: boolean) => (isLimited ? 'a passkey' : 'a password or a passkey')

/** Completes what the caller began before the browser went to the provider. */
export async function completeOwn(
  deps: ConfiguredDeps,
  actor: PersonActor,
  value: string | null,
): Promise<'connected' | 'confirmed'> {
  requires(actor, providerEndpoints.complete.access)
  const { db, auth, signInProvider } = deps
  const { person, purpose } = await consumeReturn(deps, value, actor.id)
  if (!person.isLetIn)
    throw refuse(
      'other',
      `That ${signInProvider.label} account belongs to an organization that can’t sign in here.`,
    )
  return transaction(db, async (tx) => {
    const account = await store.lockAccount(tx, actor.id)
    if (!account?.active) throw forbidden()
    const identity = await store.findIdentity(tx, person)
    if (purpose === 'confirm') {
      if (identity?.userId !== actor.id)
        throw refuse('other', `That isn’t the ${signInProvider.label} account you’re connected with.`)
      // A user with a proof of their own here confirms with that.
      const hasPassword = account.passwordHash !== null && !(await auth.isPasswordLimited(tx, account))
      if (hasPassword || (await deps.secondFactor.isNeeded(tx, actor.id))) throw forbidden()
      if (!(await auth.confirmSession(tx, actor, account))) throw forbidden()
      return 'confirmed'
    }
    // The session may have ended meanwhile, or its confirmation.
    await auth.requireStepUp(tx, actor.session)
    await linkIdentity(tx, deps, actor, { account, person, by: 'profile' })
    return 'connected'
  })
}

/** Disconnects the caller's account at the provider; other sessions that began with it end. */
export async function disconnectOwn(deps: ConfiguredDeps, actor: PersonActor): Promise<void> {
  requires(actor, providerEndpoints.disconnect.access)
  const { db, auth, clock, signInProvider } = deps
  const { label, issuer } = signInProvider
  await transaction(db, async (tx) => {
    const account = await store.lockAccount(tx, actor.id)
    await auth.requireStepUp(tx, actor.session)
    const identity = account && (await store.findIdentityOf(tx, actor.id, issuer))
    if (!identity) throw notFound(`${label} account`)
    const { canDisconnect, isLimited } = await readOtherWays(tx, deps, account)
    if (!canDisconnect) throw new AppError('conflict', `Set ${missingWay(isLimited)} first.`)
    const now = clock()
    const ended = { now, end: 'signed-out', except: actor.session } as const
    const sessionsEnded = await store.endSessionsOfIdentity(tx, identity.id, ended)
    await store.unlinkIdentitiesOf(tx, actor.id, { issuer, now })
    const after = { provider: label, email: identity.email, sessionsEnded }
    await audit(tx, actor, 'identity.unlinked', { id: actor.id, label: fullNameOf(actor), after })
    await deps.factors.tellOwner(tx, { userId: actor.id, event: 'provider-disconnected' })
  })
  auth.forgetSessions()
}
