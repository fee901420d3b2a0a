import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import type { IdentityProof } from '#shared/features/ground/factors/form.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import type { StepUpDetails } from '#shared/http/errors.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, forbidden, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { hashToken } from '../../../../security/tokens.ts'
import { readConfirmation } from '../queries.ts'
import * as store from '../store.ts'
import { limitFor, limitWords } from './break-glass.ts'
import { type AuthDeps, ENDED, warnOwner } from './sessions.ts'

const CONFIRMED_FOR_MS = 15 * MINUTE_MS

/**
 * Refuses a session that has ended, or in which the user has not confirmed their identity recently. Not cached: the user
 * may have confirmed a moment ago on another server.
 */
export async function requireStepUp(
  db: Db,
  { clock, secondFactor, policy }: Pick<AuthDeps, 'clock' | 'secondFactor' | 'policy'>,
  session: string,
): Promise<void> {
  const now = clock()
  const found = await readConfirmation(db, session, now)
  if (!found) throw new AppError('unauthenticated', ENDED.unknown)
  const { userId, strongAt } = found
  if (strongAt !== null && now.getTime() - strongAt.getTime() <= CONFIRMED_FOR_MS) return
  const isNeeded = await secondFactor.isNeeded(db, userId)
  const hasPassword = found.hasPassword && (await limitFor(db, { policy }, found)) === null
  const factors: StepUpDetails['factors'] = isNeeded
    ? await secondFactor.listUsable(db, userId)
    : [hasPassword ? 'password' : 'provider']
  const isByPassword = !isNeeded && hasPassword
  const message = isByPassword ? 'Please confirm your password first.' : 'Please confirm it’s you first.'
  throw new AppError('stepUp', message, { details: { factors } satisfies StepUpDetails })
}

const refusal = (path: string, message: string) => new RequestInvalid('body', [{ path, message }])
const wrongPassword = () => refusal('password', 'That isn’t your password. Please try again.')

/** The error of a proof, at its field. */
function wrongProof({ passkey, totp }: IdentityProof): RequestInvalid {
  if (passkey !== undefined) return refusal('passkey', 'That passkey wasn’t accepted.')
  if (totp !== undefined) return refusal('totp', 'That code is wrong or already used.')
  return refusal('recovery', 'That recovery code is wrong or already used.')
}

/** Notes the confirmation, unless the account or the session was changed while it was checked. */
export async function noteConfirmation(
  tx: Db,
  { clock }: AuthDeps,
  actor: PersonActor,
  { id: userId, passwordHash }: store.Account,
): Promise<boolean> {
  const isNoted = await store.confirmSession(tx, actor.session, { userId, passwordHash, now: clock() })
  if (isNoted) await audit(tx, actor, 'session.confirmed', { id: userId, label: fullNameOf(actor) })
  return isNoted
}

/** Shares the throttle of sign-in, so a stolen session gives nobody extra guesses. */
async function confirmByPassword(
  deps: AuthDeps,
  { actor, account, password }: { actor: PersonActor; account: store.Account; password: string },
): Promise<boolean> {
  const { db, passwords, door } = deps
  const { id, username, passwordHash } = account
  const keys = { account: username, address: actor.origin.address }
  const isRight = await door.try(keys, () => passwords.verify(passwordHash, password), {
    onShut: () => audit(db, actor, 'session.refused', { id, label: fullNameOf(account) }),
    onGuessed: () => warnOwner(deps, account),
  })
  if (!isRight) return false
  await door.welcome(keys)
  const isNoted = await transaction(db, (tx) => noteConfirmation(tx, deps, actor, account))
  if (!isNoted) throw wrongPassword()
  return true
}

async function confirmByFactor(
  deps: AuthDeps,
  actor: PersonActor,
  { challenge, ...proof }: IdentityProof,
): Promise<boolean> {
  const isPasskey = proof.passkey !== undefined && challenge !== undefined
  const key = { purpose: 'step-up', userId: actor.id } as const
  const step = isPasskey ? { tokenHash: hashToken(challenge), ...key } : null
  const attempt = { userId: actor.id, proof, step, origin: actor.origin }
  const { result } = await deps.secondFactor.prove(attempt, async (tx, { owner }) => {
    if (!(await noteConfirmation(tx, deps, actor, owner))) throw wrongProof(proof)
    return true
  })
  return result !== null
}

async function factorNeeded({ db, secondFactor }: AuthDeps, userId: number): Promise<string> {
  const usable = await secondFactor.listUsable(db, userId)
  return usable.length > 0
    ? 'Your account has a second factor. Use it to confirm it’s you.'
    : 'Your second factor can’t be used right now. Ask an administrator to reset it.'
}

/** Confirms that the signed-in user is at the keyboard: by a second factor or, without one, by their password. */
export async function confirmIdentity(
  deps: AuthDeps,
  actor: PersonActor,
  proof: IdentityProof,
): Promise<void> {
  requires(actor, authEndpoints.confirmIdentity.access)
  const { db, secondFactor } = deps
  const account = await store.findAccountById(db, actor.id)
  if (!account) throw forbidden()
  const { password } = proof
  if (password !== undefined && (await secondFactor.isNeeded(db, actor.id)))
    throw refusal('password', await factorNeeded(deps, actor.id))
  const limit = password === undefined ? null : await limitFor(db, deps, account)
  if (limit !== null) throw refusal('password', limitWords(limit))
  const isRight =
    password === undefined
      ? await confirmByFactor(deps, actor, proof)
      : await confirmByPassword(deps, { actor, account, password })
  if (isRight) return
  await audit(db, actor, 'session.unconfirmed', { id: account.id, label: fullNameOf(account) })
  throw password === undefined ? wrongProof(proof) : wrongPassword()
}
