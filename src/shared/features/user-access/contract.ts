import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { text } from '../../http/fields.ts'
import { usernameField } from '../auth/contract.ts'

/** `asked`: a revocation is about to be asked for; what came of it is the next step. */
const ACCESS_STEPS = ['active', 'inactive', 'asked', 'failed', 'revoked'] as const

const EMAIL_NEEDED = 'Please input the account email!'
const NO_EMAIL = 'Please input a valid email!'

/** A field that may be left empty. */
const orNone = <Shape extends z.ZodType>(shape: Shape) => z.union([z.literal(''), shape]).optional()

/** Whose access is meant. */
export const AccessLookup = z.object({
  email: usernameField(EMAIL_NEEDED, NO_EMAIL),
  /** The account where code is hosted, which goes by a name of its own. */
  github: orNone(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'Enter a valid account name')),
  /** Who is told by mail of what was revoked. */
  manager: orNone(usernameField(NO_EMAIL)),
})
export type AccessLookup = z.input<typeof AccessLookup>

export const AccessItem = z.object({
  /** Names the system for machines; for people it is `operationName`. */
  operation: z.string(),
  /** The system's own name for the account; empty where it has none. */
  operationId: z.string(),
  operationName: z.string(),
  /** A picture of the system; null where its initials do. */
  avatar: z.string().nullable(),
  /** Where an administrator finds the account. */
  url: z.string().nullable(),
  active: z.boolean(),
  /** Why it could not be asked; null where it could. Then `active` says nothing. */
  error: z.string().nullable(),
  /** One line: what the account may do, or what was done. */
  detail: z.string(),
  /** What whoever has the account is called; null where the system does not say. */
  name: z.string().nullable(),
  /** Null where the system does not say, or it was never used. */
  last_used_at: z.string().nullable(),
  /** It was used after an account of theirs was closed somewhere. */
  used_after_leaving: z.boolean(),
})
export type AccessItem = z.infer<typeof AccessItem>

export const AccessStep = z.object({
  access_step_id: z.number(),
  operation: z.string(),
  operationName: z.string(),
  step: z.enum(ACCESS_STEPS),
  detail: z.string(),
  /** The system's own name for the account; null where none was known. */
  account: z.string().nullable(),
  /** Who asked, or did it. */
  by: z.string(),
  at: z.string(),
})
export type AccessStep = z.infer<typeof AccessStep>

export const userAccessEndpoints = {
  check: endpoint({
    method: 'GET',
    path: '/api/users/check-account',
    access: ['UserAccess'],
    summary: 'The connected systems on which a person has an account. All systems are checked at once.',
    query: AccessLookup,
    answer: z.array(AccessItem),
    perMinute: 30,
  }),
  revoke: endpoint({
    method: 'PUT',
    path: '/api/users/revoke-access',
    access: ['UserAccess'],
    stepUp: true,
    summary:
      'Close a person’s account on one system, given by its `operation`. 409 if `id` is given and isn’t the account that the system has for this email.',
    body: z.object({
      source: text(100).min(1),
      data: AccessLookup.extend({
        /** The account as `check` answered it in `operationId`. */
        id: text(200).optional(),
      }),
    }),
    answer: AccessItem,
    perMinute: 60,
  }),
  steps: endpoint({
    method: 'GET',
    path: '/api/users/access-steps',
    access: ['UserAccess'],
    summary: 'Checks and changes of a person’s access, newest first.',
    query: z.object({ email: usernameField(EMAIL_NEEDED, NO_EMAIL) }),
    answer: z.object({ nodes: z.array(AccessStep), totalCount: z.number() }),
  }),
}
