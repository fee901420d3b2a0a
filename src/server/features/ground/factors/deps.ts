import type { PasskeyAssertion, PasskeyRequest } from '#shared/features/ground/factors/form.ts'
import type { Factor } from '#shared/features/ground/factors/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { ProviderSession } from '../../../db/schema/factors.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import type { Origin } from '../../../security/actor.ts'
import type { CodeDoor } from '../../../security/code-door.ts'
import type { PasskeySite } from '../../../security/passkeys.ts'
import type { SecretBox } from '../../../security/secret-box.ts'
import type { Purpose, StepKey } from './challenge-store.ts'
import type { Owner } from './queries.ts'

/** What checking a proof needs. */
export interface ProofDeps {
  db: Db
  clock: () => Date
  box: SecretBox
  enqueue: Enqueue
  codes: CodeDoor
  site: PasskeySite
  notify: (
    tx: Db,
    notice: { userId: number; kind: 'codes-guessed'; actorId: null; words: string },
  ) => Promise<void>
}

/** A code or a passkey; one of them is sent. */
export interface Proof {
  totp?: string | undefined
  recovery?: string | undefined
  passkey?: PasskeyAssertion | undefined
}

export interface ProofAttempt {
  userId: number
  proof: Proof
  /** The step that is answered; null where a code needs none. */
  step: StepKey | null
  origin: Origin
}

/** Work in the transaction that uses the proof up. */
export type Within<Result> = (tx: Db, proven: { owner: Owner; factor: Factor }) => Promise<Result>

/** Null if the proof is wrong; then the step has so many tries left. */
export interface ProofOutcome<Result> {
  result: Result | null
  triesLeft: number
}

/** A step to begin; its user is null for a passkey sign-in. */
export interface ProofStep {
  userId: number | null
  purpose: Purpose
  address: string
  /** The sign-in through the provider that the step continues. */
  provider?: ProviderSession | undefined
}

export interface BegunStep {
  /** Names the step; shown this once. */
  challenge: string
  expiresAt: Date
  /** What a passkey has to sign. */
  signed: string
  /** Null if no passkey can end it. */
  passkey: PasskeyRequest | null
}

/** What signing in needs of the second factor. */
export interface SecondFactor {
  /** Whether an account needs more than its password, even if none of its factors can be used now. */
  isNeeded(db: Db, userId: number): Promise<boolean>
  /** The factors that an account can use now, the one used last first. */
  listUsable(db: Db, userId: number): Promise<Factor[]>
  begin(tx: Db, step: ProofStep): Promise<BegunStep>
  /** Makes all steps of a user worthless that were begun. */
  cancelOf(tx: Db, userId: number): Promise<void>
  /** Checks a proof, uses it up and does the rest in the same transaction. */
  prove<Result>(attempt: ProofAttempt, within: Within<Result>): Promise<ProofOutcome<Result>>
}
