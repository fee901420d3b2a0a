import type { PasskeyAssertion, SecondStep } from '#shared/features/ground/factors/form.ts'
import type { Factor } from '#shared/features/ground/factors/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import { AppError, RequestInvalid } from '../../../../errors.ts'
import type { Origin } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { hashToken } from '../../../../security/tokens.ts'
import type { AuthService } from '../../auth/service.ts'
import type { SignInPolicy } from '../../sign-in-rules/deps.ts'
import { findOpenChallenge } from '../challenge-store.ts'
import type { ProofDeps } from '../deps.ts'
import { findOwner, type Owner } from '../queries.ts'
import { findPasskey } from '../store.ts'
import { factorOf, prove, stepExpired } from './prove.ts'

export interface SignInDeps extends ProofDeps {
  auth: Pick<
    AuthService,
    'beginSession' | 'welcome' | 'endSessionsOf' | 'endEnrolment' | 'forgetSessions' | 'requireStepUp'
  >
  policy: Pick<SignInPolicy, 'isRequired'>
}

export interface SignedInOwner {
  token: string
  account: Owner
}

const WRONG: Readonly<Record<Factor, string>> = {
  totp: 'That code is wrong or already used.',
  recovery: 'That recovery code is wrong or already used.',
  passkey: 'That passkey wasn’t accepted.',
}

function wrongAnswer(factor: Factor, triesLeft: number): Error {
  if (triesLeft <= 0) return stepExpired()
  const left = triesLeft === 1 ? '1 try' : `${triesLeft} tries`
  return new RequestInvalid('body', [{ path: factor, message: `${WRONG[factor]} You have ${left} left.` }])
}

const passkeyExpired = () => stepExpired('passkey-sign-in')
const wrongPasskey = () => new RequestInvalid('body', [{ path: 'passkey', message: WRONG.passkey }])

async function auditFailure(
  { db }: SignInDeps,
  origin: Origin,
  { owner, factor, reason }: { owner: Owner | undefined; factor: Factor; reason: 'wrong' | 'locked' },
) {
  const visitor = { kind: 'visitor', name: owner?.username ?? '', origin } as const
  await audit(db, visitor, 'session.failed', { id: owner?.id, after: { reason, factor } })
}

/** The second step of a sign-in whose password was right. */
export async function finishSignIn(
  deps: SignInDeps,
  origin: Origin,
  { challenge, ...proof }: SecondStep,
): Promise<SignedInOwner> {
  const { db, clock, auth } = deps
  const key = { tokenHash: hashToken(challenge), purpose: 'second-factor' } as const
  const { userId = null, provider = null } = (await findOpenChallenge(db, key, clock())) ?? {}
  if (userId === null) throw stepExpired()
  const step = { ...key, userId }
  const { result, triesLeft } = await prove(deps, { userId, proof, step, origin }, async (tx: Db, proven) => {
    const { owner: account, factor } = proven
    if (!account.active) throw stepExpired()
    const begun = provider
      ? ({ method: 'provider', provider } as const)
      : { method: factor, isAfterPassword: true }
    return { ...(await auth.beginSession(tx, { account, origin, ...begun })), account }
  })
  if (result === null) {
    const factor = factorOf(proof)
    await auditFailure(deps, origin, { owner: await findOwner(db, userId), factor, reason: 'wrong' })
    throw wrongAnswer(factor, triesLeft)
  }
  if (result.sessionsEnded > 0) auth.forgetSessions()
  await auth.welcome(result.account.username, origin)
  return result
}

/** A sign-in with a passkey alone. Its authenticator has verified the user, so it counts as both factors. */
export async function signInWithPasskey(
  deps: SignInDeps,
  origin: Origin,
  sent: { challenge: string; passkey: PasskeyAssertion },
): Promise<SignedInOwner> {
  const { db, clock, auth } = deps
  const key = { tokenHash: hashToken(sent.challenge), purpose: 'passkey-sign-in' } as const
  const step = { ...key, userId: null }
  if (!(await findOpenChallenge(db, step, clock()))) throw passkeyExpired()
  const userId = (await findPasskey(db, sent.passkey.id))?.userId
  const owner = userId === undefined ? undefined : await findOwner(db, userId)
  const failed = (reason: 'wrong' | 'locked') =>
    auditFailure(deps, origin, { owner, factor: 'passkey', reason })
  if (!owner) {
    await failed('wrong')
    throw wrongPasskey()
  }
  const attempt = { userId: owner.id, proof: { passkey: sent.passkey }, step, origin }
  const { result } = await prove(deps, attempt, async (tx: Db, { owner: account }) => {
    const begun = account.active && (await auth.beginSession(tx, { account, origin, method: 'passkey' }))
    return { begun, account }
  })
  if (result === null) {
    await failed('wrong')
    throw wrongPasskey()
  }
  const { begun, account } = result
  if (begun === false) {
    await failed('locked')
    throw new AppError('unauthenticated', 'Account locked')
  }
  if (begun.sessionsEnded > 0) auth.forgetSessions()
  await auth.welcome(account.username, origin)
  return { token: begun.token, account }
}
