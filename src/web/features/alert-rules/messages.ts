import type { AlertRule, BackTest } from '#shared/features/alert-rules/contract.ts'
import type { RuleInForm } from '#shared/features/alert-rules/form.ts'
import {
  AGAINST_LABELS,
  countedNoun,
  flood,
  KINDS,
  LEAST_ANSWERS,
  type Listed,
  TEST_WEEKS,
  TOLD_DAYS,
  thresholdWords,
} from '#shared/features/alert-rules/rules.ts'
import { wholeMoney } from '#shared/format/money.ts'

/** Titles of failures. */
export const FAILURES = {
  list: 'Could not read the alert rules.',
  test: 'Could not look back.',
  firings: 'Could not read what the rule names.',
  save: 'Could not save the rule.',
  remove: 'Could not delete the rule.',
  restore: 'Could not bring the rule back.',
  follow: 'Could not follow the rule.',
  answer: 'Could not keep the answer.',
} as const

export const NEW_RULE = 'New rule'
export const NO_RULE =
  'No rule yet. A rule tells you when a post loses money, a keyword is lost or a price moves, and shows beforehand how often it would have.'
export const NOBODY = 'Nobody listens: this rule tells no one until somebody is chosen below.'
export const ALL_GONE =
  'Nobody listens: everybody who was chosen is locked or may not see keywords any more. Choose somebody else below.'
export const NOT_TOLD = 'not told any more'
/** Why a rule is silent whose owner is gone, and what mends it. */
export const OWNER_GONE = {
  why: 'This rule tells no one: its owner’s account is locked, or may not see keywords any more.',
  ask: 'An administrator can hand it over to somebody else.',
} as const
export const NOT_COUNTED = 'Nothing has been counted yet. That happens every night.'
export const TOO_MUCH = 'It would have spoken far too often to be of use. Choose a stricter setting.'
/** What of a rule is listed, as it is chosen. */
export const LISTED_LABELS: Readonly<Record<Listed, string>> = {
  now: 'Today',
  would: 'Would have told',
  told: 'Has told',
}
export const NONE_LISTED: Readonly<Record<Listed, string>> = {
  now: 'It names nothing today.',
  would: 'It would have told nothing in this time.',
  told: 'It has told nothing yet. Rules speak once a night, where they are on and somebody listens.',
}
export const GONE = 'Not there any more'
export const PAST_90 = `The past ${TOLD_DAYS} days`

export const CHOOSE = 'Choose a rule to see what it would have told you.'

/** What each part of a rule is called where two people have changed it. */
export const FIELD_LABELS: Readonly<Record<keyof RuleInForm, string>> = {
  name: 'Name',
  kind: 'What',
  against: 'Against',
  threshold: 'How much',
  least: 'On posts above',
  coolDownDays: 'Days between',
  siteId: 'Site',
  recipients: 'Recipients',
}

/** What each part says, for people; `site` is the name of its site. */
export const fieldWords = (
  { name, kind, against, threshold, least, coolDownDays, recipients }: RuleInForm,
  site: string | undefined,
): Readonly<Record<keyof RuleInForm, string>> => ({
  name,
  kind: KINDS[kind].what,
  against: AGAINST_LABELS[against],
  threshold: thresholdWords(kind, threshold),
  least: `${wholeMoney(least)} a month`,
  coolDownDays: `${coolDownDays} days`,
  siteId: site ?? 'all sites',
  recipients: recipients.length === 1 ? 'one recipient' : `${recipients.length} recipients`,
})

/** Over which weeks it was looked back: as many as are known. */
export const spanWords = (known: number): string =>
  known === 1 ? 'Over the last week' : `Over the last ${known === 0 ? TEST_WEEKS : known} weeks`

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** How often it would have spoken, in words. */
export const toldWords = (told: number, days: number): string =>
  `would have told you ${told === 0 ? 'nothing' : times(told)} in the past ${days} days`

/** How often a rule has spoken, of as many days as are known. */
export const pastWords = ({ told_90: told, told_days: days }: AlertRule): string =>
  days === 0 ? 'not counted yet' : `${told} in ${days} ${days === 1 ? 'day' : 'days'}`

/** That a rule says more than anybody reads; null where it does not. */
export function floodWords({ told, known_days: days }: Pick<BackTest, 'told' | 'known_days'>): string | null {
  const perDay = flood({ told, days })
  return perDay === null ? null : `It would tell about ${perDay} things a day. Choose a stricter setting.`
}

/** What a rule names by now, as its badge says it. */
export function nowWords({ is_on, kind, named_now }: AlertRule): string {
  if (!is_on) return 'off'
  return named_now === 0 ? 'none now' : `${countedNoun(KINDS[kind].noun, named_now)} now`
}

/** How many of the answers call it right, once there are enough. */
export function judgedWords({ right, noise }: AlertRule['answers']): string | null {
  const all = right + noise
  return all < LEAST_ANSWERS ? null : `${Math.round((100 * right) / all)} % right of ${all} answers`
}
