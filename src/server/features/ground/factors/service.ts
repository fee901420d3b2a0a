import type { PasskeyAttestation, PasskeyCreation } from '#shared/features/ground/factors/contract.ts'
import { factorEndpoints } from '#shared/features/ground/factors/contract.ts'
import type { PasskeyAssertion, SecondStep } from '#shared/features/ground/factors/form.ts'
import { FACTORS, type Factor, STEP_LIFE_MS } from '#shared/features/ground/factors/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameOf } from '../../../db/sql/full-name.ts'
import { AppError, notFound } from '../../../errors.ts'
import { type Origin, type PersonActor, requires } from '../../../security/actor.ts'
import { PASSKEY_ALGORITHMS, userHandleOf } from '../../../security/passkeys.ts'
import { createSeed, seedAddress } from '../../../security/totp.ts'
import type { UsersService } from '../users/service.ts'
import { closeChallengesOf } from './challenge-store.ts'
import type { ProofDeps, SecondFactor } from './deps.ts'
import { MAIL_FACTORS } from './jobs.ts'
import { changedWords, type FactorEvent } from './mails.ts'
import { findOwner, isAnyPasskeySet } from './queries.ts'
import * as store from './store.ts'
import { beginStep, descriptorOf } from './verbs/begin-step.ts'
import {
  addPasskey,
  confirmTotp,
  type FactorsDeps,
  refuseFull,
  removePasskey,
  removeTotp,
  renamePasskey,
  renewRecoveryCodes,
} from './verbs/change-factors.ts'
import { finishSignIn, type SignedInOwner, signInWithPasskey } from './verbs/finish-sign-in.ts'
import { prove } from './verbs/prove.ts'
import { type ResetDeps, resetFactorsOf } from './verbs/reset-factors.ts'

const newest = (moments: readonly (Date | null)[]) =>
  Math.max(0, ...moments.map((moment) => moment?.getTime() ?? 0))

/** False if the server was restored without the key, or nothing is set up. */
const isReadable = ({ box }: Pick<ProofDeps, 'box'>, totp: store.Totp | undefined) =>
  totp?.secret ? box.open(totp.secret) !== null : false

/** The factors that an account can use now, the one used last first. */
async function listUsable({ box, site }: ProofDeps, db: Db, userId: number): Promise<Factor[]> {
  const [passkeys, totp, codes] = [
    await store.listPasskeys(db, userId),
    await store.findTotp(db, userId),
    await store.countRecoveryCodes(db, userId),
  ]
  const lastUse: Record<Factor, number | null> = {
    passkey:
      site.fault === null && passkeys.length > 0
        ? newest(passkeys.map(({ lastUsedAt }) => lastUsedAt))
        : null,
    totp: isReadable({ box }, totp) ? newest([totp?.lastUsedAt ?? null]) : null,
    recovery: codes && codes.left > 0 ? newest([codes.lastUsedAt]) : null,
  }
  return FACTORS.filter((factor) => lastUse[factor] !== null).toSorted(
    (one, other) => (lastUse[other] ?? 0) - (lastUse[one] ?? 0),
  )
}

/** Whether anybody can sign in with a passkey alone. */
export const arePasskeysOffered = async ({ db, site }: Pick<ProofDeps, 'db' | 'site'>): Promise<boolean> =>
  site.fault === null && (await isAnyPasskeySet(db))

export function createSecondFactor(deps: ProofDeps): SecondFactor {
  return {
    isNeeded: store.isEnrolled,
    listUsable: (db, userId) => listUsable(deps, db, userId),
    begin: (tx, step) => beginStep(tx, deps, step),
    cancelOf: (tx, userId) => closeChallengesOf(tx, userId, deps.clock()),
    prove: (attempt, within) => prove(deps, attempt, within),
  }
}

/** What the caller has set up. */
async function readFactors({ db, box, site, policy }: FactorsDeps, actor: PersonActor) {
  const [passkeys, totp, recovery, owner, isRequired] = await Promise.all([
    store.listPasskeys(db, actor.id),
    store.findTotp(db, actor.id),
    store.countRecoveryCodes(db, actor.id),
    findOwner(db, actor.id),
    policy.isRequired(db, actor.roleId),
  ])
  return {
    passkeys,
    passkeysFault: site.fault,
    totp: totp?.confirmedAt
      ? { ...totp, confirmedAt: totp.confirmedAt, isReadable: isReadable({ box }, totp) }
      : null,
    recovery,
    passwordChangedAt: owner?.passwordChangedAt ?? null,
    isRequired,
  }
}

/** A step that a passkey must end. */
async function beginWithPasskey(
  deps: ProofDeps,
  step: { userId: number | null; purpose: 'passkey-sign-in' | 'step-up'; address: string },
  refusal: () => AppError,
) {
  const { db, site } = deps
  const { userId } = step
  const canFinish = async () =>
    userId === null
      ? arePasskeysOffered(deps)
      : site.fault === null && (await store.listPasskeys(db, userId)).length > 0
  if (!(await canFinish())) throw refusal()
  const { challenge, passkey } = await beginStep(db, deps, step)
  if (passkey === null) throw refusal()
  return { challenge, passkey }
}

/** Makes a seed and keeps it until its first code is sent. */
async function beginTotp({ db, box }: FactorsDeps, actor: PersonActor) {
  requires(actor, factorEndpoints.beginTotp.access)
  const secret = await createSeed()
  await store.savePendingSeed(db, actor.id, box.seal(secret))
  return { secret, uri: await seedAddress(secret, actor.username) }
}

/** What the browser needs to make a passkey. */
async function beginPasskey(
  deps: FactorsDeps,
  actor: PersonActor,
): Promise<{ challenge: string; passkey: PasskeyCreation }> {
  requires(actor, factorEndpoints.beginPasskey.access)
  const { db, clock, site } = deps
  if (site.fault !== null) throw new AppError('conflict', site.fault)
  await refuseFull(db, actor.id)
  const step = { userId: actor.id, purpose: 'new-passkey', address: actor.origin.address } as const
  const { challenge, signed } = await beginStep(db, { clock, site }, step)
  const passkey = {
    challenge: signed,
    rp: { id: site.rpId, name: 'Copydesk' },
    user: { id: userHandleOf(actor.id), name: actor.username, displayName: fullNameOf(actor) },
    pubKeyCredParams: PASSKEY_ALGORITHMS.map((alg) => ({ alg, type: 'public-key' as const })),
    timeout: STEP_LIFE_MS,
    attestation: 'none' as const,
    authenticatorSelection: {
      residentKey: 'required' as const,
      requireResidentKey: true as const,
      userVerification: 'required' as const,
    },
    excludeCredentials: (await store.listPasskeys(db, actor.id)).map(descriptorOf),
  }
  return { challenge, passkey }
}

async function tellOwner(
  { clock, enqueue, notify }: FactorsDeps,
  tx: Db,
  { userId, event }: { userId: number; event: FactorEvent },
): Promise<void> {
  await notify(tx, { userId, kind: 'sign-in-changed', actorId: null, words: changedWords(event) })
  await enqueue(tx, MAIL_FACTORS, { userId, event, at: clock().toISOString() })
}

export type FactorsService = ReturnType<typeof createFactorsService>

export function createFactorsService(
  deps: FactorsDeps &
    Pick<ResetDeps, 'disconnectProvider' | 'inviteLimited'> & { users: Pick<UsersService, 'lockManaged'> },
) {
  const address = (actor: PersonActor) => actor.origin.address
  return {
    /** Notifies a user of how they can sign in now, in case they didn't change it themselves. */
    tellOwner: (tx: Db, change: { userId: number; event: FactorEvent }) => tellOwner(deps, tx, change),
    finishSignIn: (origin: Origin, step: SecondStep): Promise<SignedInOwner> =>
      finishSignIn(deps, origin, step),
    beginPasskeySignIn: (origin: Origin) =>
      beginWithPasskey(deps, { userId: null, purpose: 'passkey-sign-in', address: origin.address }, () =>
        notFound('Passkey'),
      ),
    signInWithPasskey: (
      origin: Origin,
      sent: { challenge: string; passkey: PasskeyAssertion },
    ): Promise<SignedInOwner> => signInWithPasskey(deps, origin, sent),
    beginConfirmation: (actor: PersonActor) =>
      beginWithPasskey(
        deps,
        { userId: actor.id, purpose: 'step-up', address: address(actor) },
        () => new AppError('conflict', 'You have no passkey to confirm with.'),
      ),
    readFactors: (actor: PersonActor) => readFactors(deps, actor),
    beginTotp: (actor: PersonActor) => beginTotp(deps, actor),
    confirmTotp: (actor: PersonActor, code: string) => confirmTotp(deps, actor, code),
    removeTotp: (actor: PersonActor) => removeTotp(deps, actor),
    beginPasskey: (actor: PersonActor) => beginPasskey(deps, actor),
    addPasskey: (
      actor: PersonActor,
      sent: { name: string; challenge: string; passkey: PasskeyAttestation },
    ) => addPasskey(deps, actor, sent),
    renamePasskey: (actor: PersonActor, change: { id: number; name: string }) =>
      renamePasskey(deps, actor, change),
    removePasskey: (actor: PersonActor, id: number) => removePasskey(deps, actor, id),
    renewRecoveryCodes: (actor: PersonActor) => renewRecoveryCodes(deps, actor),
    resetFactorsOf: (actor: PersonActor, userId: number) => resetFactorsOf(deps, actor, userId),
  }
}
