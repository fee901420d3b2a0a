import { z } from 'zod'
import { PERMISSIONS } from '../../../access/permissions.ts'
import { ROLE_IDS } from '../../../access/roles.ts'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { IdParams, SENT, text } from '../../../http/fields.ts'
import { IdentityProof, SecondFactorDetails } from '../factors/form.ts'
import { FACTOR_SCOPES } from '../factors/rules.ts'
import { DEVICE_KINDS, PASSWORD_MINIMUM, passwordFault, SIGN_IN_METHODS } from './rules.ts'

const PASSWORD_MAXIMUM = 256

export const Role = z.object({ id: z.enum(ROLE_IDS), description: z.string() })
export type Role = z.infer<typeof Role>

/** The person who is signed in; `permissions` is all the client ever asks about rights. */
export const SignedInUser = z.object({
  id: z.number(),
  first_name: z.string(),
  last_name: z.string(),
  username: z.string(),
  role_id: z.enum(ROLE_IDS),
  role: Role,
  permissions: z.array(z.enum(PERMISSIONS)),
  /** Only then: the user may do nothing but set up a second factor. */
  must_set_up_factor: z.literal(true).optional(),
  /** For users who need a second factor and have none: the first day, and who needs one. */
  second_factor_due: DateOnly.optional(),
  second_factor_scope: z.enum(FACTOR_SCOPES).optional(),
})
export type SignedInUser = z.infer<typeof SignedInUser>

/**
 * An email address, normalized: trimmed and in lower case. An invalid one and a missing one have different
 * messages.
 */
export function usernameField(missing: string, malformed = missing) {
  return text(255, undefined, missing)
    .transform((value) => value.trim().toLowerCase())
    .pipe(z.string().min(1, missing))
    .pipe(z.email(malformed))
    .register(SENT, { type: 'string', format: 'email', maxLength: 255 })
}

export const Credentials = z.object({
  username: usernameField('Please input a valid email!'),
  password: text(PASSWORD_MAXIMUM).min(1, 'Please input your password!'),
})

/** The current password, entered again. */
export const Confirmed = z.object({
  password: text(PASSWORD_MAXIMUM).min(1, 'Please input your password!'),
})

/** A new password. A faulty one gets a single message. */
const chosenPassword = (missing: string) =>
  text(PASSWORD_MAXIMUM)
    .min(1, missing)
    .check(({ value, issues }) => {
      const fault = value === '' ? null : passwordFault(value)
      if (fault !== null) issues.push({ code: 'custom', message: fault, input: value })
    })
    .register(SENT, { type: 'string', minLength: PASSWORD_MINIMUM, maxLength: PASSWORD_MAXIMUM })

const NewPassword = chosenPassword('Please input your password!')
const ReplacedPassword = chosenPassword('Please input the new password!')

const Token = text(200).min(1)

/** The form of both screens that set a first or a new password. */
export const PasswordCreation = z
  .object({
    password: NewPassword,
    confirmation: text(PASSWORD_MAXIMUM).min(1, 'Please confirm your password!'),
  })
  .refine((form) => form.password === form.confirmation || form.confirmation === '', {
    path: ['confirmation'],
    message: 'Must be equals password',
    when: () => true,
  })

/** The form that changes the own password. */
export const PasswordChange = z
  .object({
    password: text(PASSWORD_MAXIMUM).min(1, 'Please input the current password!'),
    newPassword: ReplacedPassword,
    confirmation: text(PASSWORD_MAXIMUM).min(1, 'Please confirm the new password!'),
  })
  .refine((form) => form.newPassword === form.confirmation || form.confirmation === '', {
    path: ['confirmation'],
    message: 'Must be equals new password',
    when: () => true,
  })

export const OpenSession = z.object({
  id: z.number(),
  begun_at: Timestamp,
  /** Give or take a minute. */
  last_seen_at: Timestamp,
  expires_at: Timestamp,
  /** IP address at sign-in; null if not recorded. */
  address: z.string().nullable(),
  /** Device and browser, as far as the user agent shows them; null if not recorded. */
  device: z.object({ name: z.string(), kind: z.enum(DEVICE_KINDS) }).nullable(),
  /** How the user signed in; null for sessions from before this was recorded. */
  method: z.enum(SIGN_IN_METHODS).nullable(),
  /** The one that this call was made with. */
  is_current: z.boolean(),
})
export type OpenSession = z.infer<typeof OpenSession>

/** The owner of a mailed link. */
export const LinkGreeting = z.object({
  first_name: z.string(),
  /** Only then: the sign-in rules allow the user no password. */
  is_provider_only: z.literal(true).optional(),
})
export type LinkGreeting = z.infer<typeof LinkGreeting>
const Username = z.object({ username: z.string() })

export const authEndpoints = {
  signIn: endpoint({
    method: 'POST',
    path: '/api/auth',
    access: 'public',
    summary:
      'Sign in with email and password. For an account with a second factor, the answer is 422 `secondFactor`, and its details say what to send next.',
    body: Credentials,
    answer: z.object({ token: z.string(), user: SignedInUser }),
    refusals: { 422: SecondFactorDetails },
  }),
  signOut: endpoint({
    method: 'DELETE',
    path: '/api/auth',
    access: 'signedIn',
    callers: 'person',
    whileEnrolling: true,
    summary: 'End this session on the server.',
  }),
  confirmIdentity: endpoint({
    method: 'POST',
    path: '/api/auth/step-up',
    access: 'signedIn',
    callers: 'person',
    whileEnrolling: true,
    summary:
      'Confirm the caller’s identity with a second factor, or with the password if they have none. For the next 15 minutes this session may make the calls that are otherwise refused with the code `stepUp`.',
    body: IdentityProof,
    perMinute: 20,
  }),
  readConfirmation: endpoint({
    method: 'GET',
    path: '/api/auth/confirmation',
    access: 'public',
    summary: 'The user of an invitation.',
    query: z.object({ token: Token }),
    answer: LinkGreeting,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/auth/confirmation',
    access: 'public',
    summary: 'Create the first password; the invitation is used up.',
    body: z.object({ token: Token, password: NewPassword }),
    answer: Username,
  }),
  listRoles: endpoint({
    method: 'GET',
    path: '/api/auth/roles',
    access: ['ManageUsers', 'ManageSites'],
    summary: 'The roles with their descriptions.',
    answer: z.array(Role),
  }),
  requestReset: endpoint({
    method: 'POST',
    path: '/api/reset-password',
    access: 'public',
    summary:
      'Request a reset link, at most five times in 30 minutes per account. The answer never reveals whether it exists.',
    body: z.object({ username: usernameField('Please input a valid email!') }),
    answer: z.object({ message: z.string() }),
  }),
  readReset: endpoint({
    method: 'GET',
    path: '/api/reset-password',
    access: 'public',
    summary: 'The user of a reset link.',
    query: z.object({ token: Token }),
    answer: LinkGreeting,
  }),
  reset: endpoint({
    method: 'PUT',
    path: '/api/reset-password',
    access: 'public',
    summary: 'Set a new password; every session of the account ends.',
    body: z.object({ token: Token, password: NewPassword }),
    answer: Username,
  }),
  profile: endpoint({
    method: 'GET',
    path: '/api/profile',
    access: 'signedIn',
    whileEnrolling: true,
    summary: 'The signed-in user with role and permissions.',
    answer: SignedInUser,
  }),
  listSessions: endpoint({
    method: 'GET',
    path: '/api/profile/sessions',
    access: ['Profile'],
    callers: 'person',
    summary: 'The caller’s sessions, newest first.',
    answer: z.array(OpenSession),
  }),
  listAdmins: endpoint({
    method: 'GET',
    path: '/api/profile/admins',
    access: ['Profile'],
    summary: 'Up to five administrators to ask for another role, by name.',
    answer: z.array(z.object({ first_name: z.string(), last_name: z.string(), username: z.string() })),
  }),
  endSession: endpoint({
    method: 'DELETE',
    path: '/api/profile/sessions/:id',
    access: ['Profile'],
    callers: 'person',
    stepUp: true,
    summary: 'Sign out of another session. To end the current one, sign out.',
    params: IdParams,
  }),
  endOtherSessions: endpoint({
    method: 'DELETE',
    path: '/api/profile/sessions',
    access: ['Profile'],
    callers: 'person',
    stepUp: true,
    summary: 'Sign out everywhere else.',
    answer: z.object({ ended: z.number() }),
  }),
  changePassword: endpoint({
    method: 'PATCH',
    path: '/api/profile/password',
    access: ['Profile'],
    stepUp: 'ifNeeded',
    summary: 'Change your password; other sessions of the account end.',
    body: z.object({
      password: text(PASSWORD_MAXIMUM).min(1, 'Please input the current password!'),
      newPassword: ReplacedPassword,
    }),
    answer: z.object({ message: z.string() }),
    perMinute: 20,
  }),
}
