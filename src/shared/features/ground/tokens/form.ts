import type { Permission } from '../../../access/permissions.ts'
import type { ApiToken, NewApiToken } from './contract.ts'
import { REMINDER_DAYS, TOKEN_LIVES, USUAL_TOKEN_DAYS } from './rules.ts'

export type TokenState = 'works' | 'endsSoon' | 'rotating' | 'ended' | 'revoked'

const DAY_MS = 24 * 60 * 60_000
/** A token is marked when it ends within this number of days, which is when its owner gets the first reminder. */
const SOON_DAYS = Math.max(...REMINDER_DAYS)

const isPast = (moment: string, now: Date) => new Date(moment) <= now

/** The replaced token, if it still works. */
export const workingOld = ({ old }: Pick<ApiToken, 'old'>, now: Date): ApiToken['old'] =>
  old !== null && !isPast(old.ends_at, now) ? old : null

export const endsSoon = (endsAt: string, now: Date): boolean =>
  new Date(endsAt).getTime() - now.getTime() <= SOON_DAYS * DAY_MS

export function tokenState(token: Pick<ApiToken, 'ends_at' | 'revoked_at' | 'old'>, now: Date): TokenState {
  if (token.revoked_at !== null) return 'revoked'
  if (isPast(token.ends_at, now)) return 'ended'
  if (workingOld(token, now)) return 'rotating'
  return endsSoon(token.ends_at, now) ? 'endsSoon' : 'works'
}

/** Whether the token no longer works. */
export const isTokenOver = (state: TokenState): boolean => state === 'ended' || state === 'revoked'

/** The last use of a token or of the one that it replaces. */
export function lastUse(token: Pick<ApiToken, 'last_used_at' | 'old'>, now: Date) {
  const own = token.last_used_at
  const replaced = workingOld(token, now)?.last_used_at ?? null
  const isOld = replaced !== null && (own === null || new Date(replaced) > new Date(own))
  return { at: isOld ? replaced : own, isOld }
}

/** The lives in days that a new token can have; the longest allowed life is always among them. */
export const livesWithin = (mostDays: number): number[] => [
  ...TOKEN_LIVES.filter((days) => days < mostDays),
  Math.min(mostDays, TOKEN_LIVES[TOKEN_LIVES.length - 1] ?? mostDays),
]

export const usualLife = (mostDays: number): number => Math.min(USUAL_TOKEN_DAYS, mostDays)

/** The reminders before the end of a token with this life, in days. */
export const remindersWithin = (days: number): number[] => REMINDER_DAYS.filter((before) => before < days)

export interface TokenFormValues {
  name: string
  /** All permissions of the account, or only the chosen ones. */
  scope: 'all' | 'some'
  permissions: readonly Permission[]
  may_write: boolean
  days: number
}

export const blankToken = (mostDays: number): TokenFormValues => ({
  name: '',
  scope: 'all',
  permissions: [],
  may_write: false,
  days: usualLife(mostDays),
})

export const tokenBody = ({ name, scope, permissions, may_write, days }: TokenFormValues): NewApiToken => ({
  name: name.trim(),
  permissions: scope === 'all' ? null : [...permissions],
  may_write,
  days,
})
