import { z } from 'zod'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { oldVersionOf } from '../../../http/errors.ts'
import { Day } from '../../../http/fields.ts'
import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from '../tokens/rules.ts'
import { PersonName } from '../users/contract.ts'
import {
  ASSISTANT_WAYS,
  FACTOR_SCOPES,
  MOST_ASSISTANT_HOSTS,
  PASSWORD_SCOPES,
  SESSION_HOURS_MINIMUM,
  SESSION_IDLE_MINIMUM,
  SESSIONS_AT_ONCE_MAXIMUM,
} from './rules.ts'

const NO_NUMBER = 'Enter a whole number.'
const wholeNumber = (min: number, max: number) =>
  z.number(NO_NUMBER).int(NO_NUMBER).min(min, `At least ${min}.`).max(max, `At most ${max}.`).nullable()

/** The most that a rule may allow; the settings of the server may allow less. */
const MOST_HOURS = 12
const MOST_IDLE_MINUTES = 720

const FIELDS = {
  second_factor: z.enum(FACTOR_SCOPES),
  passwords: z.enum(PASSWORD_SCOPES),
  session_hours: z
    .number('Enter a number.')
    .min(SESSION_HOURS_MINIMUM, `At least ${SESSION_HOURS_MINIMUM}.`)
    .max(MOST_HOURS, `At most ${MOST_HOURS}.`)
    .nullable(),
  session_idle_minutes: wholeNumber(SESSION_IDLE_MINIMUM, MOST_IDLE_MINUTES),
  sessions_at_once: wholeNumber(1, SESSIONS_AT_ONCE_MAXIMUM),
  people_make_tokens: z.boolean(),
  token_days: wholeNumber(1, LONGEST_TOKEN_DAYS),
  tokens_each: wholeNumber(1, MOST_TOKENS),
}

const SavedRules = z.object({
  ...FIELDS,
  second_factor_from: DateOnly.nullable(),
  assistants: z.enum(ASSISTANT_WAYS),
  assistant_hosts: z.array(z.string()),
})

const HOST = /^(?=.{1,253}$)([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/
const Host = z.string().trim().toLowerCase().regex(HOST, 'Enter host names only, such as claude.ai.')

/** All rules, with the version that the caller read: 0 before the first save. */
export const SignInRulesBody = z
  .object({
    ...FIELDS,
    second_factor_from: Day.nullable(),
    /** How assistants may connect. Without it, this and the hosts stay as they are. */
    assistants: z.enum(ASSISTANT_WAYS).optional(),
    assistant_hosts: z
      .array(Host)
      .max(MOST_ASSISTANT_HOSTS, `At most ${MOST_ASSISTANT_HOSTS} hosts.`)
      .transform((hosts) => [...new Set(hosts)])
      .optional(),
    /** The administrators who are break-glass accounts. Without it, they stay as they are. */
    break_glass: z.array(z.number().int().positive()).max(100).optional(),
    version: z.number().int().min(0),
  })
  .refine(
    ({ second_factor, second_factor_from }) => second_factor === 'nobody' || second_factor_from !== null,
    {
      path: ['second_factor_from'],
      message: 'Choose the first day.',
    },
  )
  .refine(
    ({ assistants, assistant_hosts }) => assistants !== 'consent' || (assistant_hosts ?? []).length > 0,
    {
      path: ['assistant_hosts'],
      message: 'Name at least one host.',
    },
  )
export type SignInRulesBody = z.output<typeof SignInRulesBody>

/** People who can sign in. */
const Group = z.object({
  people: z.number(),
  /** Those who have a second factor. */
  ready: z.number(),
  /** Some of those who have none, by name. */
  missing: z.array(PersonName),
})
export type SignInGroup = z.infer<typeof Group>

export const SignInRulesState = z.object({
  rules: SavedRules,
  /** Counts the saves; 0 before the first one. */
  version: z.number(),
  changed_at: Timestamp.nullable(),
  /** Null before the first save. */
  changed_by: PersonName.nullable(),
})
export type SignInRulesState = z.infer<typeof SignInRulesState>

export const SignInRulesView = SignInRulesState.extend({
  /** Today in the organization's time zone. */
  today: DateOnly,
  /** The server's own values, which are also the most that the rules may allow. */
  limits: z.object({
    session_hours: z.number(),
    session_idle_minutes: z.number(),
    token_days: z.number(),
    tokens_each: z.number(),
  }),
  groups: z.object({ administrators: Group, everybody: Group }),
  /** What limiting passwords to break-glass accounts needs. */
  break_glass: z.object({
    /** The sign-in provider’s name; null if none is configured. Then the rule about passwords has no effect. */
    provider: z.string().nullable(),
    /** The caller signed in through the provider in this session. */
    is_provider_session: z.boolean(),
    /** Administrators who aren’t locked. */
    administrators: z.array(
      PersonName.extend({
        is_marked: z.boolean(),
        /** Last sign-in with both password and second factor. */
        last_full_sign_in_at: Timestamp.nullable(),
      }),
    ),
  }),
  /** Tokens of people that work: all of them, and the most that one person has. */
  tokens: z.object({ personal: z.number(), highest: z.number() }),
  /** Hosts of the assistants that are connected by consent, with the number of their connections. */
  connected_assistants: z.array(z.object({ host: z.string(), connections: z.number() })),
  /** The last changes, the newest first. */
  history: z.array(
    z.object({
      id: z.number(),
      changed_at: Timestamp,
      changed_by: z.string(),
      /** As in `Sessions at once: no limit → 20`. */
      changes: z.array(z.string()),
    }),
  ),
})
export type SignInRulesView = z.infer<typeof SignInRulesView>

/** Requirements that these rules still lack: saved now, they would shut somebody out. */
export const UnmetRequirements = z.object({
  unmet: z.array(z.enum(['own_factor', 'provider', 'provider_session', 'break_glass'])),
})

export const signInRulesEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/sign-in-rules',
    access: ['ManageUsers'],
    callers: 'person',
    summary:
      'The rules about second factors, sessions and API tokens, with the server’s limits, who would be affected, and the last 20 changes.',
    answer: SignInRulesView,
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/sign-in-rules',
    access: ['UpdateUser'],
    stepUp: true,
    summary:
      'Save the rules. Null means the server’s own value, and no limit for `sessions_at_once`. If `people_make_tokens` is turned off, the tokens of people end after 24 hours. `break_glass` lists the administrators who may use a password if `passwords` is limited. 422 if the rules would shut out the caller, or leave no break-glass account that is known to work.',
    body: SignInRulesBody,
    answer: SignInRulesView,
    refusals: { 409: oldVersionOf(SignInRulesState), 422: UnmetRequirements },
  }),
}
