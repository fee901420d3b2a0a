import { grantsOf } from '#shared/access/roles.ts'
import { type NewApiToken, tokenEndpoints } from '#shared/features/ground/tokens/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, forbidden, notFound, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { createApiToken } from '../../../../security/api-tokens.ts'
import { audit } from '../../../../security/audit.ts'
import { hashToken } from '../../../../security/tokens.ts'
import type { TokenDeps, TokenRules } from '../deps.ts'
import { findToken, lockAccount, type TokenAccount, type TokenRow } from '../queries.ts'
import * as store from '../store.ts'
import { notifyOwner } from './notify-owner.ts'

/** A token with its secret, which is shown this once. */
export interface MadeToken {
  secret: string
  row: TokenRow
}

const conflict = (message: string) => new AppError('conflict', message)

/** The account itself, locked, and what it may have. */
export async function lockOwnAccount(tx: Db, deps: TokenDeps, actor: PersonActor) {
  await deps.policy.hold(tx)
  const account = await lockAccount(tx, actor.id)
  if (!account) throw notFound('User')
  // The call may have waited for the lock, and the session may have ended meanwhile.
  await deps.auth.requireStepUp(tx, actor.session)
  const rules = await deps.tokenRules(tx)
  if (!rules.arePersonalAllowed)
    throw conflict(
      'Your workspace doesn’t allow personal tokens. Ask an administrator for a service account.',
    )
  // Sessions from before the first day may go on, but leave nothing behind that works without a second factor.
  if ((await deps.policy.dutyOf(tx, account))?.isDue === true)
    throw forbidden('Your workspace requires a second factor. Set one up before you make or rotate tokens.')
  return { account, rules, whose: 'You have' }
}

export function refusePerson({ kind }: TokenAccount): void {
  if (kind !== 'service') throw conflict('People make their own tokens in their profile.')
}

/** A service account that the caller may manage, locked, and what it may have. */
export async function lockServiceAccount(tx: Db, deps: TokenDeps, actor: PersonActor, userId: number) {
  const account = await deps.users.lockManaged(tx, actor, userId)
  refusePerson(account)
  await deps.auth.requireStepUp(tx, actor.session)
  return { account, rules: await deps.tokenRules(tx), whose: 'This account has' }
}

export interface Holder {
  account: TokenAccount
  rules: TokenRules
  whose: string
}

/** Only what still works counts, and no old token beside its new one. */
export async function refuseFull(tx: Db, { account, rules: { most }, whose }: Holder, now: Date) {
  if ((await store.countWorking(tx, account.id, now)) >= most)
    throw conflict(`${whose} ${countedIn(most, 'token')}, the most your workspace allows. Revoke one first.`)
}

const invalid = (path: string, message: string) => new RequestInvalid('body', [{ path, message }])

/** Refuses rights that the account does not have, and a life that is too long. */
function refuseExcess({ account, rules: { mostDays } }: Holder, { permissions, days }: NewApiToken) {
  if (days > mostDays)
    throw invalid('days', `Tokens may last ${countedIn(mostDays, 'day')} at most in your workspace.`)
  const grants = grantsOf(account.roleId)
  const missing = permissions?.filter((permission) => !grants.includes(permission)) ?? []
  if (missing.length > 0)
    throw invalid('permissions', `This account doesn’t have the permission ${missing.join(', ')}.`)
}

/** Makes a token and returns it with its secret, which is stored nowhere. */
export async function insertMade(
  tx: Db,
  {
    account,
    now,
    ...made
  }: Pick<store.Token, 'name' | 'permissions' | 'mayWrite' | 'days'> & {
    account: TokenAccount
    createdBy: number
    rotatedFrom?: number
    firstId?: number
    now: Date
  },
): Promise<MadeToken> {
  const { secret, start } = createApiToken()
  const id = await store.insertToken(tx, {
    ...made,
    kind: account.kind === 'service' ? 'service' : 'personal',
    userId: account.id,
    start,
    tokenHash: hashToken(secret),
    createdAt: now,
    expiresAt: new Date(now.getTime() + made.days * DAY_MS),
  })
  if (made.rotatedFrom !== undefined) await store.copyAddresses(tx, { from: made.rotatedFrom, to: id })
  const row = await findToken(tx, id, now)
  if (!row) throw notFound('Token')
  return { secret, row }
}

/** What the trail says of a token: enough to recognize it by. */
export const traceOf = ({ name, start, permissions, mayWrite, expiresAt }: store.Token) => ({
  ...{ name, start, permissions, mayWrite, expiresAt },
})

/** Tells who answers for the account, so that nobody can make a token unnoticed. */
export async function tellMade(
  tx: Db,
  { notices }: Pick<TokenDeps, 'notices'>,
  { actor, account, name }: { actor: PersonActor; account: TokenAccount; name: string },
): Promise<void> {
  const isService = account.kind === 'service'
  const words = isService
    ? `“${name}” of ${fullNameOf(account)}, made by ${fullNameOf(actor)}. If this is a surprise, have it revoked.`
    : `“${name}”. If you didn’t make it, revoke it and change your password.`
  const kind = isService ? 'service-token-made' : 'token-made'
  // Without an acting user, so that owners learn of tokens that were made in their name, too.
  await notifyOwner(tx, { notices }, account.id, { kind, actorId: null, words })
}

async function create(
  tx: Db,
  deps: TokenDeps,
  { actor, holder, wish }: { actor: PersonActor; holder: Holder; wish: NewApiToken },
): Promise<MadeToken> {
  const { account } = holder
  const now = deps.clock()
  refuseExcess(holder, wish)
  await refuseFull(tx, holder, now)
  const { name, permissions, may_write: mayWrite, days } = wish
  const made = await insertMade(tx, {
    ...{ name, permissions, mayWrite, days, account, createdBy: actor.id, now },
  })
  const label = fullNameOf(account)
  await audit(tx, actor, 'token.created', { id: account.id, label, after: traceOf(made.row.token) })
  await tellMade(tx, deps, { actor, account, name })
  return made
}

/** A token that acts for the caller. */
export async function createOwnToken(
  deps: TokenDeps,
  actor: PersonActor,
  wish: NewApiToken,
): Promise<MadeToken> {
  requires(actor, tokenEndpoints.createOwn.access)
  return transaction(deps.db, async (tx) => {
    const holder = await lockOwnAccount(tx, deps, actor)
    return create(tx, deps, { actor, holder, wish })
  })
}

/** A token of a service account. */
export async function createTokenOf(
  deps: TokenDeps,
  actor: PersonActor,
  { userId, wish }: { userId: number; wish: NewApiToken },
): Promise<MadeToken> {
  requires(actor, tokenEndpoints.createOf.access)
  return transaction(deps.db, async (tx) => {
    const holder = await lockServiceAccount(tx, deps, actor, userId)
    return create(tx, deps, { actor, holder, wish })
  })
}
