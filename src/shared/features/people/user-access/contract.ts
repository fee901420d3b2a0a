import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { text } from '../../../http/fields.ts'
import { usernameField } from '../../ground/auth/contract.ts'

/** `asked`: a revocation is about to be requested; the next step is its outcome. */
const ACCESS_STEPS = ['active', 'inactive', 'asked', 'failed', 'revoked'] as const

const EMAIL_NEEDED = 'Please input the account email!'
const NO_EMAIL = 'Please input a valid email!'

/** Allows an empty field. */
const orNone = <Shape extends z.ZodType>(shape: Shape) => z.union([z.literal(''), shape]).optional()

/** The person to look up. */
export const AccessLookup = z.object({
  email: usernameField(EMAIL_NEEDED, NO_EMAIL),
  /** GitHub account name. */
  github: orNone(z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,38}$/, 'Enter a valid account name')),
  /** The manager who gets a mail about revoked access. */
  manager: orNone(usernameField(NO_EMAIL)),
})
export type AccessLookup = z.input<typeof AccessLookup>

export const AccessItem = z.object({
  /** Machine name of the system; the display name is `operationName`. */
  operation: z.string(),
  /** The system's name for the account; empty if there is none. */
  operationId: z.string(),
  operationName: z.string(),
  /** Picture of the system; null to show its initials. */
  avatar: z.string().nullable(),
  /** Page of the account for administrators. */
  url: z.string().nullable(),
  active: z.boolean(),
  /** Why the check failed; null if it did not. After a failure, `active` means nothing. */
  error: z.string().nullable(),
  /** One line: the account's permissions, or the action taken. */
  detail: z.string(),
  /** The account holder's name; null if the system does not report it. */
  name: z.string().nullable(),
  /** Null if never used, or if the system does not report it. */
  last_used_at: Timestamp.nullable(),
  /** It was used after another account of this person was closed. */
  used_after_leaving: z.boolean(),
})
export type AccessItem = z.infer<typeof AccessItem>

export const AccessStep = z.object({
  access_step_id: z.number(),
  operation: z.string(),
  operation_name: z.string(),
  step: z.enum(ACCESS_STEPS),
  detail: z.string(),
  /** The system's name for the account; null if unknown. */
  account: z.string().nullable(),
  /** The user who requested or did it. */
  by: z.string(),
  at: Timestamp,
})
export type AccessStep = z.infer<typeof AccessStep>

export const userAccessEndpoints = {
  check: endpoint({
    method: 'GET',
    path: '/api/users/check-account',
    access: ['UserAccess'],
    callers: 'person',
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
        /** `operationId` from the answer of `check`. */
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
