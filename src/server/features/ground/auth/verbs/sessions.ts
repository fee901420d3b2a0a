import { authEndpoints } from '#shared/features/ground/auth/contract.ts'
import type { SignInMethod } from '#shared/features/ground/auth/rules.ts'
import type { SecondFactorDetails } from '#shared/features/ground/factors/form.ts'
import { HOUR_MS, MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import type { ProviderSession } from '../../../../db/schema/factors.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../../errors.ts'
import type { Enqueue } from '../../../../jobs/job.ts'
import { type Origin, type PersonActor, requires } from '../../../../security/actor.ts'
import { isMeantAsApiToken } from '../../../../security/api-tokens.ts'
import { audit } from '../../../../security/audit.ts'
import type { PasswordDoor } from '../../../../security/password-door.ts'
import type { Passwords } from '../../../../security/passwords.ts'
import type { Programs, SessionCache } from '../../../../security/sessions.ts'
import { createToken, hashToken, isToken } from '../../../../security/tokens.ts'
import type { SecondFactor } from '../../factors/deps.ts'
import type { FactorDuty, SignInPolicy } from '../../sign-in-rules/deps.ts'
import { MAIL_NOTICE } from '../jobs.ts'
import { permissionsOf } from '../present.ts'
import * as store from '../store.ts'
import { guardPasswordSession, isBreakGlass, passwordsLimited } from './break-glass.ts'

export interface AuthDeps {
  db: Db
  passwords: Passwords
  sessions: SessionCache
  door: PasswordDoor
  enqueue: Enqueue
  clock: () => Date
  sessionHours: number
  sessionIdleMinutes: number
  secondFactor: SecondFactor
  programs: Programs
  policy: SignInPolicy
  /** Sends a user a notice. */
  notify: (
    tx: Db,
    notice: { userId: number; kind: 'account-guessed' | 'break-glass'; actorId: null; words: string },
  ) => Promise<void>
}

/** Longest stored user agent. */
const AGENT_MAXIMUM = 300
/** Message for a call with an ended session. Only its owner has its token, so the reason may be shown. */
export const ENDED: Readonly<Record<store.SessionEnd | 'unknown', string>> = {
  unknown: 'Your session has ended. Please sign in again.',
  'signed-out': 'Your session has ended. Please sign in again.',
  ended: 'An administrator has signed you out. Please sign in again.',
  expired: 'Your session has expired. Please sign in again.',
  locked: 'Your account was locked. Please ask your administrator.',
  'password-changed': 'Your password was changed. Please sign in with the new one.',
  'email-changed': 'The email of your account was changed. Please sign in with the new one.',
  'factors-changed': 'The second factor on your account has changed. Please sign in again.',
  provider: 'You were signed out where you sign in to Copydesk. Please sign in again.',
  'too-many':
    'This session ended because you signed in elsewhere more often than your workspace allows at once. Please sign in again.',
}

interface NewSession {
  userId: number
  mustEnrol: boolean
  origin: Origin
  method: SignInMethod
  provider: ProviderSession | undefined
  strongAt: Date | null
}

async function openSession(
  tx: Db,
  { clock, sessionHours }: AuthDeps,
  { userId, mustEnrol, origin, method, provider, strongAt }: NewSession,
): Promise<string> {
  const token = createToken()
  const now = clock()
  const hours = Math.min(sessionHours, provider?.maxAgeHours ?? sessionHours)
  const expiresAt = new Date(now.getTime() + hours * HOUR_MS)
  const times = { createdAt: now, expiresAt, strongAt }
  const { address, agent } = origin
  const from = { address, agent: agent?.slice(0, AGENT_MAXIMUM) ?? null, method }
  const { identityId, sid: providerSid } = provider ?? {}
  await store.insertSession(tx, {
    ...{ tokenHash: hashToken(token), userId, mustEnrol, ...times, ...from },
    ...{ identityId, providerSid },
  })
  return token
}

/** Warns an account's owner that their password is being guessed. Callers learn nothing from this. */
export async function warnOwner({ db, enqueue, notify }: AuthDeps, account: store.Account | undefined) {
  if (!account?.active) return
  const { id: userId } = account
  const words = 'None of them was your password. If it’s short or used elsewhere, change it now.'
  await transaction(db, async (tx) => {
    await notify(tx, { userId, kind: 'account-guessed', actorId: null, words })
    await enqueue(tx, MAIL_NOTICE, { userId, notice: 'account-guessed' })
    const label = fullNameOf(account)
    await audit(tx, { kind: 'job', name: 'auth.warn-owner' }, 'session.guessed', { id: userId, label })
  })
}

/** Ends the sessions beyond those that one user may have at once; returns their number. */
async function endTooMany(tx: Db, deps: AuthDeps, userId: number): Promise<number> {
  const most = (await deps.policy.read(tx)).sessions_at_once
  if (most === null) return 0
  return store.endOldest(tx, userId, { most, span: { now: deps.clock(), idleSince: idleSince(deps) } })
}

export interface BegunSession {
  token: string
  /** What the rules ask of the user; once it is due, the session may only set up a second factor. */
  duty: FactorDuty | null
  /** The user's oldest sessions, if they had too many. Call `forgetSessions` once the transaction has committed. */
  sessionsEnded: number
}

interface Beginning {
  account: store.Account
  origin: Origin
  method: SignInMethod
  provider?: ProviderSession | undefined
  /** When the user proved who they are; null if unknown. Now by default. */
  strongAt?: Date | null
  /** The method was the second step after a password. */
  isAfterPassword?: boolean
}

/** Opens a session. Every sign-in ends here. */
export async function beginSession(
  tx: Db,
  deps: AuthDeps,
  { account, origin, method, provider, strongAt = deps.clock(), isAfterPassword = false }: Beginning,
): Promise<BegunSession> {
  const { id, firstName, lastName, username, roleId } = account
  if (method === 'password' || isAfterPassword) await guardPasswordSession(tx, deps, account)
  if (isAfterPassword) await store.noteFullSignIn(tx, id, deps.clock())
  await store.countSignIn(tx, id, deps.clock())
  // A provider that has asked for several factors does what the rules want.
  const duty = provider?.isStrong ? null : await deps.policy.dutyOf(tx, account)
  const mustEnrol = duty?.isDue === true
  const token = await openSession(tx, deps, { userId: id, mustEnrol, origin, method, provider, strongAt })
  const sessionsEnded = await endTooMany(tx, deps, id)
  const rights = {
    roleId,
    mustEnrol,
    permissions: permissionsOf(roleId, mustEnrol),
    session: hashToken(token),
  }
  const actor = { kind: 'person', id, firstName, lastName, username, ...rights, origin } as const
  const after = {
    ...(method === 'password' ? {} : { method }),
    ...(mustEnrol ? { mustEnrol } : {}),
    ...(sessionsEnded > 0 ? { sessionsEnded } : {}),
  }
  const what = Object.keys(after).length > 0 ? { after } : {}
  await audit(tx, actor, 'session.begun', { id, label: fullNameOf(actor), ...what })
  return { token, duty, sessionsEnded }
}

/** What the caller must send next, for an account that needs more than its password or the provider. */
export async function askSecondFactor(
  tx: Db,
  { secondFactor }: AuthDeps,
  { account, origin, provider }: Omit<Beginning, 'method' | 'strongAt'>,
): Promise<SecondFactorDetails> {
  const { id, username } = account
  const factors = await secondFactor.listUsable(tx, id)
  const step = await secondFactor.begin(tx, {
    userId: id,
    purpose: 'second-factor',
    address: origin.address,
    provider,
  })
  const visitor = { kind: 'visitor', name: username, origin } as const
  const what = provider ? { after: { method: 'provider' } } : {}
  await audit(tx, visitor, 'session.half-begun', { id, label: fullNameOf(account), ...what })
  const { challenge, expiresAt, passkey } = step
  return { challenge, expires_at: expiresAt.toISOString(), factors, passkey }
}

/** Unknown email, wrong password and missing password answer alike, in words and in time. */
export async function signIn(
  deps: AuthDeps,
  origin: Origin,
  { username, password }: { username: string; password: string },
): Promise<{ token: string; account: store.Account; duty: FactorDuty | null }> {
  const { db, passwords, door, secondFactor } = deps
  const ip = origin.address
  const keys = { account: username, address: ip }
  const visitor = { kind: 'visitor', name: username, origin } as const
  const limit = await deps.policy.passwordLimit(db)
  const wrong = () =>
    limit === null ? new AppError('unauthenticated', 'Wrong email or password.') : passwordsLimited(limit)
  let account: store.Account | undefined
  const matches = await door.try(
    keys,
    async () => {
      account = await store.findAccount(db, username)
      // The same work for all accounts, also for those whose password doesn't count.
      const isUsable = limit === null || isBreakGlass(account)
      return passwords.verify((isUsable && account?.passwordHash) || null, password)
    },
    {
      onShut: () => audit(db, visitor, 'session.refused'),
      // Passwords that don't count can't be guessed.
      onGuessed: async () => {
        if (limit === null || isBreakGlass(account)) await warnOwner(deps, account)
      },
    },
  )
  const failed = (reason: 'wrong' | 'locked') =>
    audit(db, visitor, 'session.failed', { id: account?.id, after: { reason } })
  if (!account || !matches) {
    await failed('wrong')
    throw wrong()
  }
  if (!account.active) {
    await failed('locked')
    throw new AppError('unauthenticated', 'Account locked')
  }
  const verified = account
  const renewed = await passwords.renew(verified.passwordHash ?? '', password)
  const begun = await transaction(db, async (tx) => {
    // A concurrent password change has ended all sessions, so none may begin with the old password. Nor may one begin
    // beside a first second factor, which ends the others.
    const account = await store.lockAccount(tx, verified)
    if (!account) throw wrong()
    if (renewed !== null) await store.renewHash(tx, account.id, renewed)
    if (await secondFactor.isNeeded(tx, account.id))
      return { details: await askSecondFactor(tx, deps, { account, origin }) }
    return beginSession(tx, deps, { account, origin, method: 'password' })
  })
  if ('details' in begun) throw new AppError('secondFactor', 'Your account needs a second factor.', begun)
  if (begun.sessionsEnded > 0) deps.sessions.forget()
  await door.welcome(keys)
  return { token: begun.token, account, duty: begun.duty }
}

export async function signOut({ db, sessions, clock }: AuthDeps, actor: PersonActor): Promise<void> {
  requires(actor, authEndpoints.signOut.access)
  await transaction(db, async (tx) => {
    await store.revokeSession(tx, actor.session, clock())
    await audit(tx, actor, 'session.ended', { id: actor.id, label: fullNameOf(actor) })
  })
  sessions.forget()
}

/** The moment after which a session must have been used to be alive. */
export const idleSince = ({ clock, sessionIdleMinutes }: Pick<AuthDeps, 'clock' | 'sessionIdleMinutes'>) =>
  new Date(clock().getTime() - sessionIdleMinutes * MINUTE_MS)

/** Ends all other sessions of a user; returns their number. */
export async function signOutElsewhere(
  { db, sessions, clock }: AuthDeps,
  actor: PersonActor,
): Promise<number> {
  requires(actor, authEndpoints.endOtherSessions.access)
  const ended = await transaction(db, async (tx) => {
    const end = { now: clock(), end: 'signed-out', except: actor.session } as const
    const sessionsEnded = await store.revokeSessionsOf(tx, actor.id, end)
    const label = fullNameOf(actor)
    await audit(tx, actor, 'session.ended-elsewhere', { id: actor.id, label, after: { sessionsEnded } })
    return sessionsEnded
  })
  sessions.forget()
  return ended
}

/** Ends one other session of a person. */
export async function signOutSession(
  { db, sessions, clock }: AuthDeps,
  actor: PersonActor,
  id: number,
): Promise<void> {
  requires(actor, authEndpoints.endSession.access)
  await transaction(db, async (tx) => {
    const session = await store.findSessionOf(tx, actor.id, id)
    if (!session) throw notFound('Session')
    if (session.tokenHash === actor.session)
      throw new AppError('conflict', 'This is your current session. Log out to end it.')
    if (session.revokedAt !== null) return
    await store.revokeSession(tx, session.tokenHash, clock())
    const label = fullNameOf(actor)
    await audit(tx, actor, 'session.ended-elsewhere', { id: actor.id, label, after: { sessionsEnded: 1 } })
  })
  sessions.forget()
}

/** Why a token is no longer valid, as a sentence for its owner. */
export async function explainEnd({ db, clock, programs }: AuthDeps, token: string): Promise<string> {
  if (isMeantAsApiToken(token)) return programs.explainEnd(token)
  const end = isToken(token) ? await store.findSessionEnd(db, hashToken(token), clock()) : undefined
  return ENDED[end ?? 'unknown']
}
