import { tokenEndpoints } from '#shared/features/ground/tokens/contract.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { notFound } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import type { TokenDeps } from '../deps.ts'
import { lockAccount, type TokenAccount } from '../queries.ts'
import * as store from '../store.ts'
import { refusePerson, traceOf } from './create-token.ts'
import { notifyOwner } from './notify-owner.ts'

interface Revocation {
  actor: PersonActor
  account: TokenAccount
  id: number
  revokedFor: 'revoked' | 'revoked-by-administrator'
}

/** Revokes a token, with the one it has replaced. One that does not work any more is removed. True if it worked. */
async function revoke(
  tx: Db,
  { clock }: TokenDeps,
  { actor, account, id, revokedFor }: Revocation,
): Promise<store.Token | null> {
  const now = clock()
  const token = await store.lockToken(tx, { userId: account.id, id })
  if (!token) throw notFound('Token')
  const works = token.revokedAt === null && token.expiresAt > now
  const old = await store.findWorkingOld(tx, token, now)
  for (const each of [...(works ? [token] : []), ...(old ? [old] : [])])
    await store.updateToken(tx, each.id, { revokedAt: now, revokedFor })
  if (!works) await store.deleteToken(tx, id)
  const about = { id: account.id, label: fullNameOf(account), after: traceOf(token) }
  await audit(tx, actor, works ? 'token.revoked' : 'token.removed', about)
  return works ? token : null
}

/** Revokes a token of the caller. */
export async function revokeOwnToken(deps: TokenDeps, actor: PersonActor, id: number): Promise<void> {
  requires(actor, tokenEndpoints.revokeOwn.access)
  await transaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, actor.id)
    if (!account) throw notFound('User')
    await revoke(tx, deps, { actor, account, id, revokedFor: 'revoked' })
  })
  deps.auth.forgetSessions()
}

/** Revokes a token of any user or service account, and tells who answers for it. */
export async function revokeTokenOf(
  deps: TokenDeps,
  actor: PersonActor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  requires(actor, tokenEndpoints.revokeOf.access)
  await transaction(deps.db, async (tx) => {
    const account = await deps.users.lockManaged(tx, actor, userId)
    const token = await revoke(tx, deps, { actor, account, id, revokedFor: 'revoked-by-administrator' })
    if (token === null) return
    const words = account.kind === 'service' ? `“${token.name}” of ${fullNameOf(account)}` : `“${token.name}”`
    await notifyOwner(tx, deps, userId, { kind: 'token-revoked', actorId: actor.id, words })
  })
  deps.auth.forgetSessions()
}

/** Ends the token that another one has replaced. */
async function endOld(
  tx: Db,
  { clock }: TokenDeps,
  { actor, account, id }: Omit<Revocation, 'revokedFor'>,
): Promise<void> {
  const now = clock()
  const token = await store.lockToken(tx, { userId: account.id, id })
  const old = token && (await store.findWorkingOld(tx, token, now))
  if (!old) throw notFound('Old token')
  await store.updateToken(tx, old.id, { revokedAt: now, revokedFor: 'rotated' })
  const about = { id: account.id, label: fullNameOf(account), after: traceOf(old) }
  await audit(tx, actor, 'token.ended-old', about)
}

/** Ends the token that one of the caller's tokens has replaced. */
export async function endOldOwnToken(deps: TokenDeps, actor: PersonActor, id: number): Promise<void> {
  requires(actor, tokenEndpoints.endOldOwn.access)
  await transaction(deps.db, async (tx) => {
    const account = await lockAccount(tx, actor.id)
    if (!account) throw notFound('User')
    await endOld(tx, deps, { actor, account, id })
  })
  deps.auth.forgetSessions()
}

/** Ends the token that one of a service account has replaced. */
export async function endOldTokenOf(
  deps: TokenDeps,
  actor: PersonActor,
  { userId, id }: { userId: number; id: number },
): Promise<void> {
  requires(actor, tokenEndpoints.endOldOf.access)
  await transaction(deps.db, async (tx) => {
    const account = await deps.users.lockManaged(tx, actor, userId)
    refusePerson(account)
    await endOld(tx, deps, { actor, account, id })
  })
  deps.auth.forgetSessions()
}
