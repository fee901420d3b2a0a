import {
  type AssistantWay,
  type FactorScope,
  type PasswordScope,
  PROVEN_DAYS,
  REMINDER_DAYS,
} from '#shared/features/ground/sign-in-rules/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { longDay } from '#shared/format/day.ts'

/** All texts of the sign-in rules, except the messages of the contract and of the server. */
export const MESSAGES = {
  notLoaded: 'Couldn’t load the sign-in rules.',
  notSaved: 'Couldn’t save the rules',
  saved: 'Rules saved',
  changedMeanwhile: 'These rules have changed',
  fromHint:
    'Until then, people without one see a banner. After that, they have to set one up when they sign in, before anything else opens.',
  lockedOut: 'Not saved: this would lock you out.',
  unmet: 'A requirement isn’t met. It’s marked below.',
  before: 'You can’t require it from today',
  ownFactor: 'You don’t have a second factor yet.',
  ownFactorLink: 'Set one up now',
  orLater: 'or choose a later day.',
  atOnceHint: 'Each further sign-in ends the oldest one',
  tokensIntro: 'For people’s own scripts. Service accounts aren’t affected by the switch, but by the limits.',
  tokenDaysHint: 'Every token has an end date',
  openSessions: 'Open sessions continue. People without one set it up at their next sign-in.',
  programs: 'Tokens and service accounts keep working.',
  beforeSwitch: 'Before you can switch',
  neverBoth: 'never signed in with password and second factor',
  everyAdmin: 'Every administrator gets a notice when a break-glass account signs in.',
  assistantsIntro: 'Claude, ChatGPT and others that read Copydesk for a person.',
  hostsHint: 'Separate them with commas.',
  noHistory: 'No changes yet.',
  adminOnly: 'Only an administrator can change these rules.',
} as const

export const SCOPE_LABELS: Readonly<Record<FactorScope, string>> = {
  nobody: 'Nobody has to',
  administrators: 'Administrators',
  everybody: 'Everybody',
}

export const ASSISTANT_LABELS: Readonly<Record<AssistantWay, { label: string; note?: string }>> = {
  off: { label: 'Not at all' },
  tokens: { label: 'With a token only', note: 'Made in My Profile' },
  consent: { label: 'With a token, or with the person’s consent', note: 'Only from these hosts' },
}

export const disconnectsNote = (count: number) => `Disconnects ${countedIn(count, 'assistant')}.`

export const peopleWords = (count: number) => (count === 1 ? '1 person' : `${count} people`)

export const passwordsIntro = (provider: string | null) =>
  provider === null
    ? 'This rule has no effect, because no sign-in provider is set up.'
    : `Who can still use one now that ${provider} is connected.`

export const passwordsNote = (scope: PasswordScope, provider: string) =>
  scope === 'everybody'
    ? `${provider} is one way among others.`
    : `Everybody else signs in with ${provider}. Existing passkeys keep working.`

export const UNMET_WORDS = {
  provider_session: 'You signed in through the provider in this session.',
  break_glass: `Another administrator is a break-glass account and signed in with password and second factor in the last ${PROVEN_DAYS} days.`,
} as const

export const factorIntro = (everybody: number) =>
  `A passkey, or a password with a code from an app. Counted ${everybody === 1 ? 'is the 1 person' : `are the ${everybody} people`} who can sign in.`

export const sessionsIntro = (hours: number, minutes: number) =>
  `How long a sign-in lasts. The server’s own limits are ${countedIn(hours, 'hour')} and ${countedIn(minutes, 'minute')} without use.`

/** What turning the tokens of people off does to those that exist. */
export const tokensNote = (count: number) =>
  count === 0
    ? 'A token acts with the rights of the person who made it.'
    : `Turning this off ends the ${count === 1 ? 'existing token' : `${count} existing tokens`} after 24 hours.`

/** The same without the year in the current one. */
export const dateWords = (day: string, today: string) =>
  longDay(day, { hasYear: day.slice(0, 4) !== today.slice(0, 4) })

/** The moments of the mails to come, by the days that are left. */
function mailTimes(daysLeft: number, isChanged: boolean): string[] {
  const times = isChanged ? ['when you save'] : []
  if (daysLeft > REMINDER_DAYS) times.push(`${REMINDER_DAYS} days before`)
  if (daysLeft > 0) times.push('on the day')
  return times
}

const ENUMERATION = new Intl.ListFormat('en')

/**
 * When people who have no second factor are mailed: by changed rules once they are saved too. Null if all mails
 * were sent.
 */
export function mailWords(missing: number, daysLeft: number, isChanged: boolean): string | null {
  const times = mailTimes(daysLeft, isChanged)
  if (times.length === 0) return null
  if (missing === 0) return 'Everybody has one, so nobody gets a mail.'
  return `${peopleWords(missing)} ${missing === 1 ? 'gets' : 'get'} a mail ${ENUMERATION.format(times)}.`
}

export const changedBy = (name: string, when: string, version: number) =>
  `${name} changed these rules ${when}. Reload to see version ${version}; your changes stay below.`
