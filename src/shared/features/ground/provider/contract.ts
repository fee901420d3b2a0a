import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint, Redirect } from '../../../http/endpoint.ts'
import { IdParams, text } from '../../../http/fields.ts'
import { SignedInUser } from '../auth/contract.ts'
import { SecondFactorDetails } from '../factors/form.ts'
import { PROVIDER_REFUSALS } from './rules.ts'

const PLACE_MAXIMUM = 2000
const PARAMETER_MAXIMUM = 4000

/** Why nobody was signed in. */
export const ProviderRefusalDetails = z.object({
  reason: z.enum(PROVIDER_REFUSALS),
  /** The email at the provider, for `unknown` and `connectFirst`; null if the provider names none. */
  email: z.string().nullable(),
  /** Names of administrators who can invite the user; empty if anybody can have an account at the provider. */
  admins: z.array(z.string()),
})
export type ProviderRefusalDetails = z.infer<typeof ProviderRefusalDetails>

/** The step after the provider, for an account with a second factor. */
export const ProviderStep = SecondFactorDetails.extend({ username: z.string() })

const ConnectedAccount = z.object({
  email: z.string().nullable(),
  connected_at: Timestamp,
  last_used_at: Timestamp.nullable(),
})
export type ConnectedAccount = z.infer<typeof ConnectedAccount>

/** The caller's account at the provider. */
export const OwnIdentity = z.object({
  /** Null unless it is connected. */
  identity: ConnectedAccount.nullable(),
  /** False if the caller could not sign in any more without it. */
  can_disconnect: z.boolean(),
  has_password: z.boolean(),
  /** The sign-in rules allow the caller no password. */
  is_password_limited: z.boolean(),
})
export type OwnIdentity = z.infer<typeof OwnIdentity>

/** Another user's account at the provider. */
export const UserIdentity = OwnIdentity.omit({ has_password: true }).extend({
  /** The provider decides on the user's role, at each sign-in. */
  is_role_from_provider: z.boolean(),
})
export type UserIdentity = z.infer<typeof UserIdentity>

const parameter = () => text(PARAMETER_MAXIMUM).optional()

export const providerEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/auth/oidc',
    access: 'public',
    summary:
      'Whether the sign-in provider answers, and the address where users sign out there. 404 unless one is configured.',
    answer: z.object({
      is_away: z.boolean(),
      /** Null if the provider has no such address or is away. */
      sign_out: z.string().nullable(),
    }),
    perMinute: 120,
  }),
  start: endpoint({
    method: 'GET',
    path: '/api/auth/oidc/start',
    access: 'public',
    summary:
      'Send the browser to the sign-in provider. `next` is a screen to open afterwards; with `another`, the provider asks for another account. A browser that comes from another site is sent to the sign-in card instead.',
    query: z.object({ next: text(PLACE_MAXIMUM).optional(), another: z.literal('1').optional() }),
    answer: Redirect,
    redirect: true,
    perMinute: 120,
  }),
  startInvited: endpoint({
    method: 'POST',
    path: '/api/auth/oidc/invitation',
    access: 'public',
    summary: 'Accept an invitation with an account at the sign-in provider, instead of a password.',
    body: z.object({ token: text(200).min(1) }),
    answer: Redirect,
    perMinute: 20,
  }),
  callback: endpoint({
    method: 'GET',
    path: '/api/auth/oidc/callback',
    access: 'public',
    summary: 'Where the sign-in provider sends the browser back to.',
    query: z.object({
      code: parameter(),
      state: parameter(),
      iss: parameter(),
      error: parameter(),
      error_description: parameter(),
    }),
    answer: Redirect,
    redirect: true,
    perMinute: 120,
  }),
  finish: endpoint({
    method: 'POST',
    path: '/api/auth/oidc/finish',
    access: 'public',
    summary:
      'Finish a sign-in through the provider, in the browser that began it. For an account with a second factor, the answer is 422 `secondFactor`.',
    answer: z.object({
      token: z.string(),
      user: SignedInUser,
      /** The screen that was asked for; null for the usual one. */
      next: z.string().nullable(),
    }),
    refusals: { 403: ProviderRefusalDetails, 422: ProviderStep },
    perMinute: 120,
  }),
  logout: endpoint({
    method: 'POST',
    path: '/api/hooks/oidc/logout',
    access: 'public',
    summary:
      'Where the sign-in provider says that a session ended there (OpenID Connect Back-Channel Logout): ends the sessions that began with it.',
    body: z.object({ logout_token: text(20_000).min(1) }),
    form: true,
    perMinute: 300,
  }),
  readOwn: endpoint({
    method: 'GET',
    path: '/api/profile/provider',
    access: ['Profile'],
    callers: 'person',
    summary: 'The caller’s account at the sign-in provider.',
    answer: OwnIdentity,
  }),
  connect: endpoint({
    method: 'POST',
    path: '/api/profile/provider',
    access: ['Profile'],
    stepUp: true,
    summary: 'Begin to connect an account at the sign-in provider: the browser must open `location`.',
    answer: Redirect,
    perMinute: 20,
  }),
  confirm: endpoint({
    method: 'POST',
    path: '/api/profile/provider/confirmation',
    access: ['Profile'],
    callers: 'person',
    whileEnrolling: true,
    summary:
      'Begin to confirm the caller’s identity at the sign-in provider, for users with neither a password nor a second factor: the browser must open `location`.',
    answer: Redirect,
    perMinute: 20,
  }),
  complete: endpoint({
    method: 'PUT',
    path: '/api/profile/provider',
    access: ['Profile'],
    callers: 'person',
    whileEnrolling: true,
    summary: 'Complete a `connect` or `confirm`, in the same session and browser.',
    answer: z.object({ done: z.enum(['connected', 'confirmed']) }),
    refusals: { 403: ProviderRefusalDetails },
    perMinute: 20,
  }),
  disconnect: endpoint({
    method: 'DELETE',
    path: '/api/profile/provider',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Disconnect the caller’s account at the sign-in provider; other sessions that began with it end. 409 if it is their only way in.',
  }),
  readOf: endpoint({
    method: 'GET',
    path: '/api/users/:id/provider',
    access: ['ManageUsers'],
    callers: 'person',
    summary: 'A user’s account at the sign-in provider, and whether their role comes from there.',
    params: IdParams,
    answer: UserIdentity,
  }),
  disconnectOf: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/provider',
    access: ['UpdateUser'],
    stepUp: true,
    summary:
      'Disconnect another user’s account at the sign-in provider; their sessions that began with it end. 409 if it is their only way in.',
    params: IdParams,
  }),
}
