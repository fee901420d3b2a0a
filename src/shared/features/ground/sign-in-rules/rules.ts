import type { RoleId } from '../../../access/roles.ts'
import { countedIn } from '../../../format/count.ts'
import { FACTOR_SCOPES } from '../factors/rules.ts'
import { LONGEST_TOKEN_DAYS, MOST_TOKENS } from '../tokens/rules.ts'

export { FACTOR_SCOPES }
export type FactorScope = (typeof FACTOR_SCOPES)[number]

/** Who may sign in with a password. */
export const PASSWORD_SCOPES = ['everybody', 'break_glass'] as const
export type PasswordScope = (typeof PASSWORD_SCOPES)[number]

/** How assistants may connect: not at all, with a token that a person made, or also with a person's consent. */
export const ASSISTANT_WAYS = ['off', 'tokens', 'consent'] as const
export type AssistantWay = (typeof ASSISTANT_WAYS)[number]

export const MOST_ASSISTANT_HOSTS = 20

/** Days for which a break-glass account counts as proven after a sign-in with password and second factor. */
export const PROVEN_DAYS = 7

export const SESSIONS_AT_ONCE_MAXIMUM = 1000
export const SESSION_HOURS_MINIMUM = 0.1
export const SESSION_IDLE_MINIMUM = 5

/** Days before the first day on which people are reminded. */
export const REMINDER_DAYS = 3
/** Most names of people without a second factor that are listed. */
export const MOST_NAMES = 20

/** The rules as they travel. Null means the server's own value, and no limit for `sessions_at_once`. */
export interface SignInRules {
  second_factor: FactorScope
  /** First day, `yyyy-MM-dd`, in the organization's time zone; null if nobody needs one. */
  second_factor_from: string | null
  /** Has no effect without a sign-in provider. */
  passwords: PasswordScope
  session_hours: number | null
  session_idle_minutes: number | null
  sessions_at_once: number | null
  people_make_tokens: boolean
  token_days: number | null
  tokens_each: number | null
  assistants: AssistantWay
  /** Hosts whose assistants may connect with a person's consent. */
  assistant_hosts: string[]
}

/** What applies while nothing is saved. */
export const USUAL_RULES: SignInRules = {
  second_factor: 'nobody',
  second_factor_from: null,
  passwords: 'everybody',
  session_hours: null,
  session_idle_minutes: null,
  sessions_at_once: null,
  people_make_tokens: true,
  token_days: null,
  tokens_each: null,
  assistants: 'tokens',
  assistant_hosts: [],
}

export const isInScope = (scope: FactorScope, roleId: RoleId): boolean =>
  scope === 'everybody' || (scope === 'administrators' && roleId === 'adm')

/** Whether a user of this role needs a second factor on that day. */
export const isRequired = (
  { second_factor: scope, second_factor_from: from }: SignInRules,
  roleId: RoleId,
  today: string,
): boolean => from !== null && from <= today && isInScope(scope, roleId)

const orServer = (words: (value: number) => string) => (value: unknown) =>
  typeof value === 'number' ? words(value) : 'the server’s limit'

const ASSISTANT_WORDS: Readonly<Record<AssistantWay, string>> = {
  off: 'not at all',
  tokens: 'with a token',
  consent: 'with a token or by consent',
}

interface Field {
  label: string
  words: (value: unknown) => string
}

/**
 * The fields of the rules in the trail, in the order of the screen. The trail drops fields whose names sound like
 * secrets, so those about tokens have other names there.
 */
export const RULE_FIELDS = {
  second_factor: { label: 'Second factor', words: (value) => String(value) },
  second_factor_from: { label: 'Second factor from', words: (value) => String(value ?? 'no day') },
  sign_in_by: {
    label: 'Passwords',
    words: (value) => (value === 'break_glass' ? 'only break-glass accounts' : 'everybody'),
  },
  session_hours: { label: 'Sessions end after', words: orServer((hours) => countedIn(hours, 'hour')) },
  session_idle_minutes: {
    label: 'Sessions end without use after',
    words: orServer((minutes) => countedIn(minutes, 'minute')),
  },
  sessions_at_once: { label: 'Sessions at once', words: (value) => String(value ?? 'no limit') },
  people_make_own: { label: 'People make API tokens', words: (value) => (value === false ? 'no' : 'yes') },
  own_days: {
    label: 'Longest life of API tokens',
    words: (value) => countedIn(typeof value === 'number' ? value : LONGEST_TOKEN_DAYS, 'day'),
  },
  own_each: {
    label: 'API tokens for each account',
    words: (value) => String(typeof value === 'number' ? value : MOST_TOKENS),
  },
  assistants: {
    label: 'Assistants',
    words: (value) => ASSISTANT_WORDS[value as AssistantWay] ?? ASSISTANT_WORDS.tokens,
  },
  assistant_hosts: {
    label: 'Hosts of assistants',
    words: (value) => (Array.isArray(value) && value.length > 0 ? value.join(', ') : 'none'),
  },
} as const satisfies Readonly<Record<string, Field>>
export type RuleField = keyof typeof RULE_FIELDS
const RULE_FIELD_NAMES = Object.keys(RULE_FIELDS) as readonly RuleField[]

export type RuleStates = Readonly<Record<RuleField, unknown>>

/** The rules as the trail keeps them. */
export const trailOf = ({
  passwords,
  people_make_tokens,
  token_days,
  tokens_each,
  ...rules
}: SignInRules): RuleStates => ({
  ...rules,
  sign_in_by: passwords,
  people_make_own: people_make_tokens,
  own_days: token_days,
  own_each: tokens_each,
})

const isSame = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/**
 * What changed, in words: `Sessions at once: no limit → 20`. Both states have the same fields, those that did not change
 * may be missing. A first day that comes with another scope is `starts 2026-12-01`.
 */
export function changeWords(before: Partial<RuleStates>, after: Partial<RuleStates>): string[] {
  const changed = RULE_FIELD_NAMES.filter(
    (name) => (name in before || name in after) && !isSame(before[name], after[name]),
  )
  return changed.flatMap((name) => {
    const { label, words }: Field = RULE_FIELDS[name]
    if (name === 'second_factor_from' && changed.includes('second_factor'))
      return typeof after[name] === 'string' ? [`starts ${after[name]}`] : []
    return [`${label}: ${words(before[name])} → ${words(after[name])}`]
  })
}

/** A changed break-glass account: `Break-glass accounts: Ines Aldana added`. */
export const markWords = (name: string, isMarked: boolean) =>
  `Break-glass accounts: ${name} ${isMarked ? 'added' : 'removed'}`
