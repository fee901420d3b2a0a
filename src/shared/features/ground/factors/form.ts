import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { SENT, text } from '../../../http/fields.ts'
import {
  FACTORS,
  FORMER_CODE_LENGTH,
  plainRecoveryCode,
  plainTotp,
  RECOVERY_CODE_LENGTH,
  TOTP_DIGITS,
} from './rules.ts'

const PASSWORD_MAXIMUM = 256
const NO_CODE = `Enter the ${TOTP_DIGITS} digits of the code.`

/** The current password, entered again. */
export const CurrentPassword = text(PASSWORD_MAXIMUM).min(1, 'Please input your password!')

/** Most characters of one part of a browser's answer; certificates of security keys are the longest. */
const PART_MAXIMUM = 20_000
export const Part = text(PART_MAXIMUM)
/** Names a step that was begun, once. */
export const Challenge = text(200).min(1)

/** The browser’s options for using a passkey, as in the WebAuthn standard. */
export const PasskeyRequest = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.number(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
  ),
})
export type PasskeyRequest = z.infer<typeof PasskeyRequest>

/** The browser's answer after it used a passkey. Other fields of it are not read. */
export const PasskeyAssertion = z.object({
  id: Part,
  rawId: Part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Part,
    authenticatorData: Part,
    signature: Part,
    userHandle: Part.optional(),
  }),
})
export type PasskeyAssertion = z.infer<typeof PasskeyAssertion>

export const TotpCode = text(40)
  .transform(plainTotp)
  .pipe(z.string().regex(/^\d{6}$/, NO_CODE))
  .register(SENT, { type: 'string', minLength: TOTP_DIGITS, maxLength: 40 })

export const RecoveryCode = text(100)
  .transform(plainRecoveryCode)
  .pipe(
    z
      .string()
      .regex(
        new RegExp(
          `^[A-Z2-7]{${FORMER_CODE_LENGTH}}([A-Z2-7]{${RECOVERY_CODE_LENGTH - FORMER_CODE_LENGTH}})?$`,
        ),
        `A recovery code has ${RECOVERY_CODE_LENGTH} letters and digits, an older one ${FORMER_CODE_LENGTH}.`,
      ),
  )
  .register(SENT, { type: 'string', minLength: FORMER_CODE_LENGTH, maxLength: 100 })

/** The ways to prove more than the password; a caller sends one of them. */
const PROOFS = {
  /** A code of the authenticator app. */
  totp: TotpCode.optional(),
  recovery: RecoveryCode.optional(),
  passkey: PasskeyAssertion.optional(),
}

/** Null is no record, and reaches this where other faults do not end the check. */
const isOne = (sent: object | null, names: readonly string[]) =>
  names.filter((name) => (sent as Record<string, unknown> | null)?.[name] !== undefined).length === 1

/** The second step of a sign-in. */
export const SecondStep = z
  .object({ challenge: Challenge, ...PROOFS })
  .refine((sent) => isOne(sent, FACTORS), { path: ['totp'], message: NO_CODE })
export type SecondStep = z.infer<typeof SecondStep>

/** What confirms the identity of a signed-in user: their password if they have no factor, otherwise a factor. */
export const IdentityProof = z
  .object({ password: CurrentPassword.optional(), challenge: Challenge.optional(), ...PROOFS })
  .refine((sent) => isOne(sent, ['password', ...FACTORS]), {
    path: ['password'],
    message: 'Please input your password!',
    when: () => true,
  })
  .refine((sent) => sent.passkey === undefined || sent.challenge !== undefined, {
    path: ['challenge'],
    message: 'Send the challenge that the passkey answers.',
  })
export type IdentityProof = z.infer<typeof IdentityProof>

/** Details of a sign-in whose password was right and whose account needs a second factor. */
export const SecondFactorDetails = z.object({
  challenge: z.string(),
  expires_at: Timestamp,
  /** Those that the account has, the one used last first. */
  factors: z.array(z.enum(FACTORS)),
  /** What the browser needs to use a passkey; null if the account has none. */
  passkey: PasskeyRequest.nullable(),
})
export type SecondFactorDetails = z.infer<typeof SecondFactorDetails>
