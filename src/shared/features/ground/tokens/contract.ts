import { z } from 'zod'
import { PERMISSIONS } from '../../../access/permissions.ts'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id, IdParams, nameText } from '../../../http/fields.ts'
import { LONGEST_TOKEN_DAYS, TOKEN_NAME_MAXIMUM } from './rules.ts'

export const ApiToken = z.object({
  id: z.number(),
  name: z.string(),
  /** Host of the assistant that is connected by consent; null for a token that somebody made. */
  assistant_host: z.string().nullable(),
  /** Its first characters, to recognize it by. The rest is stored nowhere. Empty for an assistant. */
  start: z.string(),
  /** All it may use of its account's permissions; null for all of them. */
  permissions: z.array(z.enum(PERMISSIONS)).nullable(),
  /** False: only calls that change nothing. */
  may_write: z.boolean(),
  created_at: Timestamp,
  /** The user who made it, if not the account itself. */
  created_by: z.object({ id: z.number(), name: z.string() }).nullable(),
  ends_at: Timestamp,
  /** Give or take a minute; null if it was never used. */
  last_used_at: Timestamp.nullable(),
  last_address: z.string().nullable(),
  /** It was last used from an address from which it had never been used before. */
  is_new_address: z.boolean(),
  revoked_at: Timestamp.nullable(),
  /** The token that it replaces, as long as that one still works. */
  old: z.object({ ends_at: Timestamp, last_used_at: Timestamp.nullable() }).nullable(),
})
export type ApiToken = z.infer<typeof ApiToken>

export const ApiTokens = z.object({
  /** The most recently used first; ended and revoked ones last, for 30 days. */
  tokens: z.array(ApiToken),
  /** False where the workspace allows no personal tokens. */
  is_allowed: z.boolean(),
  /** Most tokens that work at a time. */
  most: z.number(),
  /** Longest life of a new token. */
  most_days: z.number(),
})
export type ApiTokens = z.infer<typeof ApiTokens>

export const NewApiToken = z.object({
  name: nameText(TOKEN_NAME_MAXIMUM, 'Please name the token.'),
  /** Null: all permissions of the account, whatever they are at each call. */
  permissions: z.array(z.enum(PERMISSIONS)).min(1, 'Choose at least one permission.').nullable(),
  may_write: z.boolean(),
  days: z.number().int().min(1).max(LONGEST_TOKEN_DAYS),
})
export type NewApiToken = z.infer<typeof NewApiToken>

/** The token itself, in this answer only. */
export const MadeApiToken = z.object({ secret: z.string(), token: ApiToken })
export type MadeApiToken = z.infer<typeof MadeApiToken>

const Rotation = z.object({
  /** True: the old token ends now instead of in 24 hours. */
  end_old: z.boolean(),
})

const TokenOfParams = z.object({ id: Id, tokenId: Id })

export const tokenEndpoints = {
  listOwn: endpoint({
    method: 'GET',
    path: '/api/profile/tokens',
    access: ['Profile'],
    callers: 'person',
    summary: 'The caller’s API tokens, with the limits on their number and lifetime.',
    answer: ApiTokens,
  }),
  createOwn: endpoint({
    method: 'POST',
    path: '/api/profile/tokens',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Make an API token that acts for the caller. 409 if the workspace allows no personal tokens or the caller has as many as it allows.',
    body: NewApiToken,
    answer: MadeApiToken,
    status: 201,
  }),
  rotateOwn: endpoint({
    method: 'POST',
    path: '/api/profile/tokens/:id/rotate',
    access: ['Profile'],
    stepUp: true,
    summary:
      'Replace an API token by a new one with the same rights and lifetime. The old one works for another 24 hours unless `end_old` is true. An ended token can be rotated too; a revoked one cannot.',
    params: IdParams,
    body: Rotation,
    answer: MadeApiToken,
    status: 201,
  }),
  endOldOwn: endpoint({
    method: 'DELETE',
    path: '/api/profile/tokens/:id/old',
    access: ['Profile'],
    callers: 'person',
    summary: 'End the token that this one has replaced.',
    params: IdParams,
  }),
  revokeOwn: endpoint({
    method: 'DELETE',
    path: '/api/profile/tokens/:id',
    access: ['Profile'],
    callers: 'person',
    summary: 'Revoke an API token and the one it replaced. An ended token is removed from the list.',
    params: IdParams,
  }),
  listOf: endpoint({
    method: 'GET',
    path: '/api/users/:id/tokens',
    access: ['ManageUsers'],
    callers: 'person',
    summary: 'The API tokens of a user or service account.',
    params: IdParams,
    answer: ApiTokens,
  }),
  createOf: endpoint({
    method: 'POST',
    path: '/api/users/:id/tokens',
    access: ['UpdateUser'],
    stepUp: true,
    summary: 'Make an API token of a service account. 409 for people, who make their own.',
    params: IdParams,
    body: NewApiToken,
    answer: MadeApiToken,
    status: 201,
  }),
  rotateOf: endpoint({
    method: 'POST',
    path: '/api/users/:id/tokens/:tokenId/rotate',
    access: ['UpdateUser'],
    stepUp: true,
    summary: 'Rotate a token of a service account, as `rotateOwn` does for the caller’s own. 409 for people.',
    params: TokenOfParams,
    body: Rotation,
    answer: MadeApiToken,
    status: 201,
  }),
  endOldOf: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/tokens/:tokenId/old',
    access: ['UpdateUser'],
    callers: 'person',
    summary: 'End the token that a service account’s token replaced. 409 for people.',
    params: TokenOfParams,
  }),
  revokeOf: endpoint({
    method: 'DELETE',
    path: '/api/users/:id/tokens/:tokenId',
    access: ['UpdateUser'],
    callers: 'person',
    summary:
      'Revoke an API token of a user or service account. The user, or the owner of the service account, is notified.',
    params: TokenOfParams,
  }),
}
