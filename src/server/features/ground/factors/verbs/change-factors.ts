import type { Act } from '#shared/features/ground/audit/rules.ts'
import { factorEndpoints, type PasskeyAttestation } from '#shared/features/ground/factors/contract.ts'
import { MOST_PASSKEYS, shownRecoveryCode } from '#shared/features/ground/factors/rules.ts'
import type { Access } from '#shared/http/endpoint.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError, notFound, RequestInvalid } from '../../../../errors.ts'
import { type PersonActor, requires } from '../../../../security/actor.ts'
import { audit } from '../../../../security/audit.ts'
import { verifyAttestation } from '../../../../security/passkeys.ts'
import { createRecoveryCodes } from '../../../../security/recovery-codes.ts'
import { hashToken } from '../../../../security/tokens.ts'
import { matchingStep } from '../../../../security/totp.ts'
import { closeChallenge, countAnswer, lockOpenChallenge } from '../challenge-store.ts'
import { MAIL_FACTORS } from '../jobs.ts'
import { changedWords, type FactorEvent } from '../mails.ts'
import { lockOwner } from '../queries.ts'
import * as store from '../store.ts'
import type { SignInDeps } from './finish-sign-in.ts'

export interface FactorsDeps extends Omit<SignInDeps, 'notify'> {
  notify: (
    tx: Db,
    notice: {
      userId: number
      kind: 'codes-guessed' | 'sign-in-changed' | 'factors-reset'
      actorId: number | null
      words: string
    },
  ) => Promise<void>
}

interface Change {
  access: Access
  act: Act
  event: FactorEvent
  /** For the trail. */
  after?: object
}

async function makeCodes(tx: Db, userId: number, now: Date): Promise<string[]> {
  const { codes, hashes } = createRecoveryCodes()
  await store.replaceRecoveryCodes(tx, userId, { hashes, now })
  return codes.map(shownRecoveryCode)
}

/**
 * Changes the caller's own factors. The first one ends their other sessions and comes with recovery codes, which go with
 * the last one. Returns new codes, if any.
 */
async function changeOwn(
  { db, clock, auth, policy, enqueue, notify }: FactorsDeps,
  actor: PersonActor,
  { access, act, event, after = {} }: Change,
  /** Returns what else the trail says. */
  write: (tx: Db, now: Date) => Promise<object>,
): Promise<string[] | null> {
  requires(actor, access)
  const { id } = actor
  const codes = await transaction(db, async (tx) => {
    const now = clock()
    const owner = await lockOwner(tx, id)
    if (!owner) throw notFound('User')
    // The call may have waited for its body or for the lock, and the session may have ended meanwhile.
    await auth.requireStepUp(tx, actor.session)
    const wasEnrolled = await store.isEnrolled(tx, id)
    const written = await write(tx, now)
    const isEnrolled = await store.isEnrolled(tx, id)
    if (wasEnrolled && !isEnrolled && (await policy.isRequired(tx, owner.roleId)))
      throw new AppError('conflict', 'Your workspace requires a second factor.')
    const needsCodes = isEnrolled && (await store.countRecoveryCodes(tx, id)) === null
    const made = needsCodes ? await makeCodes(tx, id, now) : null
    if (!isEnrolled) await store.deleteRecoveryCodes(tx, id)
    const end = { end: 'factors-changed', except: actor.session } as const
    const isFirst = isEnrolled && !wasEnrolled
    const ended = isFirst ? { sessionsEnded: await auth.endSessionsOf(tx, id, end) } : {}
    if (isFirst) await auth.endEnrolment(tx, actor.session)
    await audit(tx, actor, act, { id, label: fullNameOf(actor), after: { ...after, ...written, ...ended } })
    // From nobody, because users are not notified of their own acts: it may have been somebody else.
    await notify(tx, { userId: id, kind: 'sign-in-changed', actorId: null, words: changedWords(event) })
    await enqueue(tx, MAIL_FACTORS, { userId: id, event, at: now.toISOString() })
    return made
  })
  auth.forgetSessions()
  return codes
}

/** Turns on the authenticator app that is being set up; it takes the place of the one before. */
export async function confirmTotp(deps: FactorsDeps, actor: PersonActor, code: string) {
  requires(actor, factorEndpoints.confirmTotp.access)
  const { db, box, clock } = deps
  const { id: userId } = actor
  const totp = await store.findTotp(db, userId)
  const pendingSecret = totp?.pendingSecret ?? null
  const seed = pendingSecret === null ? null : box.open(pendingSecret)
  const isReplaced = (totp?.secret ?? null) !== null
  const startOver = () =>
    new AppError('conflict', 'There’s no authenticator app to turn on. Please start over.')
  if (pendingSecret === null || seed === null) throw startOver()
  const step = await matchingStep(seed, code, clock())
  if (step === null)
    throw new RequestInvalid('body', [
      { path: 'code', message: 'That code is wrong. Enter the one your app shows now.' },
    ])
  const change = {
    access: factorEndpoints.confirmTotp.access,
    act: 'factor.added',
    event: isReplaced ? 'totp-replaced' : 'totp-added',
    after: { factor: 'totp' },
  } as const
  return changeOwn(deps, actor, change, async (tx, now) => {
    if (!(await store.confirmPendingSeed(tx, { userId, pendingSecret, step, now }))) throw startOver()
    return {}
  })
}

/** Removes the authenticator app, and one that is being set up. */
export async function removeTotp(deps: FactorsDeps, actor: PersonActor): Promise<void> {
  const change = {
    access: factorEndpoints.removeTotp.access,
    act: 'factor.removed',
    event: 'totp-removed',
    after: { factor: 'totp' },
  } as const
  await changeOwn(deps, actor, change, async (tx) => {
    if (!(await store.deleteTotp(tx, actor.id))) throw notFound('Authenticator app')
    return {}
  })
}

const WRONG_PASSKEY = 'That passkey wasn’t accepted. Please try again.'

/** Adds the passkey that the browser has made for a step that this user began. */
export async function addPasskey(
  deps: FactorsDeps,
  actor: PersonActor,
  sent: { name: string; challenge: string; passkey: PasskeyAttestation },
) {
  requires(actor, factorEndpoints.addPasskey.access)
  const { db, clock, site } = deps
  if (site.fault !== null) throw new AppError('conflict', site.fault)
  const key = { purpose: 'new-passkey', userId: actor.id } as const
  const step = { tokenHash: hashToken(sent.challenge), ...key }
  const begun = await countAnswer(db, step, clock())
  const expired = () => new AppError('conflict', 'This step has expired. Please try again.')
  if (!begun) throw expired()
  const made = await verifyAttestation(sent.passkey, { challenge: begun.challenge, site })
  if (!made) throw new RequestInvalid('body', [{ path: 'passkey', message: WRONG_PASSKEY }])
  const { name } = sent
  const change = {
    access: factorEndpoints.addPasskey.access,
    act: 'factor.added',
    event: 'passkey-added',
    after: { factor: 'passkey' },
  } as const
  return changeOwn(deps, actor, change, async (tx, now) => {
    await refuseFull(tx, actor.id)
    if (!(await lockOpenChallenge(tx, step, now))) throw expired()
    await closeChallenge(tx, step, now)
    const passkey = { ...made, userId: actor.id, name, createdAt: now }
    if (!(await store.insertPasskey(tx, passkey)))
      throw new AppError('conflict', 'This passkey is already in use. Choose another one.')
    return { name }
  })
}

/** Refuses more passkeys than a person has devices. */
export async function refuseFull(tx: Db, userId: number): Promise<void> {
  const count = (await store.listPasskeys(tx, userId)).length
  if (count >= MOST_PASSKEYS)
    throw new AppError(
      'conflict',
      `You have ${MOST_PASSKEYS} passkeys, which is the limit. Remove one first.`,
    )
}

export async function renamePasskey(
  { db, auth }: FactorsDeps,
  actor: PersonActor,
  { id, name }: { id: number; name: string },
): Promise<void> {
  requires(actor, factorEndpoints.renamePasskey.access)
  await transaction(db, async (tx) => {
    await lockOwner(tx, actor.id)
    await auth.requireStepUp(tx, actor.session)
    const before = await store.renamePasskey(tx, { userId: actor.id, id, name })
    if (before === undefined) throw notFound('Passkey')
    const label = fullNameOf(actor)
    const names = { before: { name: before }, after: { name } }
    await audit(tx, actor, 'factor.renamed', { id: actor.id, label, ...names })
  })
}

export async function removePasskey(deps: FactorsDeps, actor: PersonActor, id: number): Promise<void> {
  const change = {
    access: factorEndpoints.removePasskey.access,
    act: 'factor.removed',
    event: 'passkey-removed',
    after: { factor: 'passkey' },
  } as const
  await changeOwn(deps, actor, change, async (tx) => {
    const name = await store.deletePasskey(tx, actor.id, id)
    if (name === undefined) throw notFound('Passkey')
    return { name }
  })
}

/** Makes new recovery codes; the ones before stop working. */
export async function renewRecoveryCodes(deps: FactorsDeps, actor: PersonActor): Promise<string[]> {
  const change = {
    access: factorEndpoints.renewRecoveryCodes.access,
    act: 'factor.codes-renewed',
    event: 'codes-renewed',
  } as const
  const codes = await changeOwn(deps, actor, change, async (tx) => {
    if (!(await store.isEnrolled(tx, actor.id)))
      throw new AppError('conflict', 'Set up a passkey or an authenticator app first.')
    // What has none is given new ones.
    await store.deleteRecoveryCodes(tx, actor.id)
    return {}
  })
  return codes ?? []
}
