import type { Factor } from '#shared/features/ground/factors/rules.ts'
import { STEP_TRIES } from '#shared/features/ground/factors/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { MINUTE_MS } from '#shared/format/duration.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import { fullNameOf } from '../../../../db/sql/full-name.ts'
import { AppError } from '../../../../errors.ts'
import { audit } from '../../../../security/audit.ts'
import { userHandleOf, verifyAssertion } from '../../../../security/passkeys.ts'
import { hashToken } from '../../../../security/tokens.ts'
import { matchingStep } from '../../../../security/totp.ts'
import * as challenges from '../challenge-store.ts'
import type { Proof, ProofAttempt, ProofDeps, ProofOutcome, Within } from '../deps.ts'
import { MAIL_FACTORS } from '../jobs.ts'
import { findOwner, lockOwner } from '../queries.ts'
import * as store from '../store.ts'

/** Only a step after the password begins with the password again. */
export const stepExpired = (purpose: challenges.Purpose = 'second-factor') =>
  new AppError(
    'conflict',
    purpose === 'second-factor'
      ? 'This step has expired. Enter your password again to start over. Nothing was changed.'
      : 'This step has expired. Please try again.',
  )

export function factorOf({ passkey, totp }: Proof): Factor {
  if (passkey !== undefined) return 'passkey'
  return totp === undefined ? 'recovery' : 'totp'
}

/** Uses the proof up; false if that has happened before. */
type UseUp = (tx: Db) => Promise<boolean>

async function checkTotp({ db, box, clock }: ProofDeps, userId: number, code: string): Promise<UseUp | null> {
  const totp = await store.findTotp(db, userId)
  const seed = totp?.secret ? box.open(totp.secret) : null
  if (!totp || seed === null) return null
  const step = await matchingStep(seed, code, clock())
  if (step === null) return null
  return (tx) => store.useTotpStep(tx, totp, { step, now: clock() })
}

async function checkPasskey(
  { db, clock, site }: ProofDeps,
  userId: number,
  { assertion, challenge }: { assertion: NonNullable<Proof['passkey']>; challenge: challenges.Challenge },
): Promise<UseUp | null> {
  const passkey = await store.findPasskey(db, assertion.id)
  if (site.fault !== null || passkey?.userId !== userId) return null
  const { userHandle } = assertion.response
  // Without a name before it, only the passkey says whose it is: then both of its statements must agree.
  const isNamed = userHandle !== undefined || challenge.userId === null
  if (isNamed && userHandle !== userHandleOf(userId)) return null
  const signed = await verifyAssertion(assertion, passkey, { challenge: challenge.challenge, site })
  return signed && ((tx) => store.usePasskey(tx, passkey, { ...signed, now: clock() }))
}

async function check(
  deps: ProofDeps,
  { userId, proof }: ProofAttempt,
  challenge: challenges.Challenge | undefined,
): Promise<UseUp | null> {
  const { totp, recovery, passkey: assertion } = proof
  if (totp !== undefined) return checkTotp(deps, userId, totp)
  if (recovery !== undefined) {
    const codeHash = hashToken(recovery)
    return (tx) => store.useRecoveryCode(tx, { userId, codeHash, now: deps.clock() })
  }
  return assertion && challenge ? checkPasskey(deps, userId, { assertion, challenge }) : null
}

/** Answers the step once: counts the answer, checks it, uses it up. */
async function answer<Result>(
  deps: ProofDeps,
  attempt: ProofAttempt,
  within: Within<Result>,
): Promise<ProofOutcome<Result>> {
  const { db, clock } = deps
  const { userId, step, proof } = attempt
  const challenge = step === null ? undefined : await challenges.countAnswer(db, step, clock())
  if (step !== null && challenge === undefined) throw stepExpired(step.purpose)
  const triesLeft = STEP_TRIES - (challenge?.tries ?? 0)
  const useUp = await check(deps, attempt, challenge)
  if (useUp === null) return { result: null, triesLeft }
  const result = await transaction(db, async (tx) => {
    const owner = await lockOwner(tx, userId)
    const isOpen = step === null || (await challenges.lockOpenChallenge(tx, step, clock()))
    if (!owner || !isOpen) throw stepExpired(step?.purpose)
    if (!(await useUp(tx))) return null
    if (step !== null) await challenges.closeChallenge(tx, step, clock())
    return within(tx, { owner, factor: factorOf(proof) })
  })
  return { result, triesLeft }
}

/** Notifies the owner that codes are being guessed with their password or in their session. */
async function warnOfGuesses(
  { db, clock, enqueue, notify }: ProofDeps,
  { userId, step }: ProofAttempt,
): Promise<void> {
  const owner = await findOwner(db, userId)
  if (!owner?.active) return
  const by = step === null ? 'Someone who is signed in as you' : 'Someone who entered your password'
  const words = `${by} has sent several wrong codes. If it wasn’t you, change your password now.`
  await transaction(db, async (tx) => {
    await notify(tx, { userId, kind: 'codes-guessed', actorId: null, words })
    await enqueue(tx, MAIL_FACTORS, { userId, event: 'codes-guessed', at: clock().toISOString() })
    const label = fullNameOf(owner)
    await audit(tx, { kind: 'job', name: 'factors.warn-owner' }, 'factor.guessed', { id: userId, label })
  })
}

async function tooManyCodes({ db, site }: ProofDeps, userId: number, retryAfter: number): Promise<AppError> {
  const hasPasskey = site.fault === null && (await store.listPasskeys(db, userId)).length > 0
  const minutes = Math.ceil((retryAfter * 1000) / MINUTE_MS)
  const wait = minutes > 60 ? countedIn(Math.ceil(minutes / 60), 'hour') : countedIn(minutes, 'minute')
  const hasCode = ((await store.countRecoveryCodes(db, userId))?.left ?? 0) > 0
  const instead = hasPasskey ? ', or use your passkey' : hasCode ? ', or use a recovery code' : ''
  return new AppError('tooMany', `Too many wrong codes. Try again in ${wait}${instead}.`, { retryAfter })
}

/**
 * Checks a code or a passkey, and does the rest in the transaction that uses it up. Wrong codes of the app are counted per
 * account, whatever they were sent for. Recovery codes cannot be guessed, and must let the owner in while others guess.
 */
export async function prove<Result>(
  deps: ProofDeps,
  attempt: ProofAttempt,
  within: Within<Result>,
): Promise<ProofOutcome<Result>> {
  if (attempt.proof.totp === undefined) return answer(deps, attempt, within)
  const { db, codes } = deps
  const { userId, origin } = attempt
  let outcome: ProofOutcome<Result> = { result: null, triesLeft: 0 }
  const app = await store.findTotp(db, userId)
  // A new app begins with no wrong codes.
  const key = `${userId} ${app?.confirmedAt?.getTime() ?? ''}`
  await codes.try(
    key,
    async () => {
      outcome = await answer(deps, attempt, within)
      return outcome.result !== null
    },
    {
      refusal: (retryAfter) => tooManyCodes(deps, userId, retryAfter),
      onShut: async () => {
        const owner = await findOwner(db, userId)
        const visitor = { kind: 'visitor', name: owner?.username ?? '', origin } as const
        await audit(db, visitor, 'session.refused', { id: userId })
      },
      onGuessed: () => warnOfGuesses(deps, attempt),
    },
  )
  return outcome
}
