import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams, nameText, text } from '../../../http/fields.ts'
import { SignedInUser } from '../auth/contract.ts'
import { Challenge, Part, PasskeyAssertion, PasskeyRequest, SecondStep, TotpCode } from './form.ts'
import { PASSKEY_NAME_MAXIMUM } from './rules.ts'

/** The browser’s options for making a passkey, as in the WebAuthn standard. */
export const PasskeyCreation = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ alg: z.number(), type: z.literal('public-key') })),
  timeout: z.number(),
  attestation: z.literal('none'),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(
    z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() }),
  ),
})
export type PasskeyCreation = z.infer<typeof PasskeyCreation>

/** The browser's answer after it made a passkey. Other fields of it are not read. */
export const PasskeyAttestation = z.object({
  id: Part,
  rawId: Part,
  type: z.literal('public-key'),
  response: z.object({
    clientDataJSON: Part,
    attestationObject: Part,
    transports: z.array(text(40)).max(10).optional(),
  }),
})
export type PasskeyAttestation = z.infer<typeof PasskeyAttestation>

/** A step that the browser finishes with a passkey. */
const PasskeyStep = z.object({ challenge: z.string(), passkey: PasskeyRequest })

/** New recovery codes, shown this once; null if the user already has some. */
const NewCodes = z.object({ recovery_codes: z.array(z.string()).nullable() })
export type NewCodes = z.infer<typeof NewCodes>

export const OwnPasskey = z.object({
  id: z.number(),
  name: z.string(),
  /** Whether it is copied to the owner's other devices by whoever keeps it. */
  is_synced: z.boolean(),
  created_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type OwnPasskey = z.infer<typeof OwnPasskey>

/** How the caller can sign in. */
export const OwnFactors = z.object({
  passkeys: z.array(OwnPasskey),
  /** Why no passkey can be added at this address; null if one can. */
  passkeys_fault: z.string().nullable(),
  /** Null unless it is set up. */
  totp: z
    .object({
      created_at: Timestamp,
      last_used_at: Timestamp.nullable(),
      /** False if the server was restored without the key that encrypts it: it has to be set up again. */
      is_readable: z.boolean(),
    })
    .nullable(),
  /** Null unless codes were made. */
  recovery: z.object({ created_at: Timestamp, left: z.number(), of: z.number() }).nullable(),
  /** Null if it was not recorded. */
  password_changed_at: Timestamp.nullable(),
  /** Only while the workspace requires a second factor: the last one can't be removed. */
  is_required: z.literal(true).optional(),
})
export type OwnFactors = z.infer<typeof OwnFactors>

export const PasskeyName = z.object({ name: nameText(PASSKEY_NAME_MAXIMUM, 'Please name the passkey.') })

export const factorEndpoints = {
  finishSignIn: endpoint({
    method: 'POST',
    path: '/api/auth/second-factor',
    access: 'public',
    summary:
      'Finish a sign-in that was answered with `secondFactor`: with a code of the authenticator app, a recovery code or a passkey. After 5 minutes or 5 wrong answers the sign-in starts over.',
    body: SecondStep,
    answer: z.object({ token: z.string(), user: SignedInUser }),
    perMinute: 20,
  }),
  beginPasskeySignIn: endpoint({
    method: 'POST',
    path: '/api/auth/passkey/options',
    access: 'public',
    summary: 'What the browser needs to sign in with a passkey. 404 where passkeys are not offered.',
    answer: PasskeyStep,
    perMinute: 60,
  }),
  signInWithPasskey: endpoint({
    method: 'POST',
    path: '/api/auth/passkey',
    access: 'public',
    summary: 'Sign in with a passkey. It counts as both factors.',
    body: z.object({ challenge: Challenge, passkey: PasskeyAssertion }),
    answer: z.object({ token: z.string(), user: SignedInUser }),
    perMinute: 20,
  }),
  beginConfirmation: endpoint({
    method: 'POST',
    path: '/api/auth/step-up/options',
    access: 'signedIn',
    callers: 'person',
    summary: 'What the browser needs to confirm the caller’s identity with one of their passkeys.',
    answer: PasskeyStep,
    perMinute: 20,
  }),
  read: endpoint({
    method: 'GET',
    path: '/api/profile/factors',
    access: ['Profile'],
    callers: 'person',
    whileEnrolling: true,
    summary: 'How the caller can sign in: passkeys, authenticator app and recovery codes left.',
    answer: OwnFactors,
  }),
  beginTotp: endpoint({
    method: 'POST',
    path: '/api/profile/factors/totp',
    access: ['Profile'],
    whileEnrolling: true,
    stepUp: true,
    summary:
      'Make a new key for an authenticator app. It takes effect when its first code is confirmed; until then, the current app keeps working.',
    answer: z.object({
      /** Base32. */
      secret: z.string(),
      /** The `otpauth:` address that the app scans. */
      uri: z.string(),
    }),
    perMinute: 20,
  }),
  confirmTotp: endpoint({
    method: 'PUT',
    path: '/api/profile/factors/totp',
    access: ['Profile'],
    whileEnrolling: true,
    stepUp: true,
    summary:
      'Turn the authenticator app on with its first code. If it is the first factor, the other sessions of the account end.',
    body: z.object({ code: TotpCode }),
    answer: NewCodes,
    perMinute: 20,
  }),
  removeTotp: endpoint({
    method: 'DELETE',
    path: '/api/profile/factors/totp',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Remove the authenticator app. If it was the last factor, the recovery codes are removed too. 409 if the workspace requires a second factor.',
  }),
  beginPasskey: endpoint({
    method: 'POST',
    path: '/api/profile/factors/passkeys/options',
    access: ['Profile'],
    whileEnrolling: true,
    stepUp: true,
    summary: 'What the browser needs to make a passkey. 409 where passkeys are not offered.',
    answer: z.object({ challenge: z.string(), passkey: PasskeyCreation }),
    perMinute: 20,
  }),
  addPasskey: endpoint({
    method: 'POST',
    path: '/api/profile/factors/passkeys',
    access: ['Profile'],
    whileEnrolling: true,
    stepUp: true,
    summary: 'Add the passkey that the browser has made.',
    body: PasskeyName.extend({ challenge: Challenge, passkey: PasskeyAttestation }),
    answer: NewCodes,
    status: 201,
    perMinute: 20,
  }),
  renamePasskey: endpoint({
    method: 'PATCH',
    path: '/api/profile/factors/passkeys/:id',
    access: ['Profile'],
    stepUp: true,
    summary: 'Rename a passkey of the caller.',
    params: IdParams,
    body: PasskeyName,
  }),
  removePasskey: endpoint({
    method: 'DELETE',
    path: '/api/profile/factors/passkeys/:id',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Remove a passkey of the caller. If it was the last factor, the recovery codes are removed too. 409 if the workspace requires a second factor.',
    params: IdParams,
  }),
  renewRecoveryCodes: endpoint({
    method: 'POST',
    path: '/api/profile/factors/recovery-codes',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Make ten new recovery codes; the old ones stop working. 409 if the account has no passkey or authenticator app.',
    answer: z.object({ recovery_codes: z.array(z.string()) }),
    perMinute: 20,
  }),
  resetOf: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/factors',
    access: ['UpdateUser'],
    stepUp: true,
    summary:
      'Reset the second factor of another user who lost it. Removes their passkeys, app and recovery codes, ends their sessions, and notifies them and all other administrators. 409 if they have none.',
    params: IdParams,
  }),
}
