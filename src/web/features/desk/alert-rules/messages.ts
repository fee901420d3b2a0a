import type { AlertRule, BackTest } from '#shared/features/desk/alert-rules/contract.ts'
import type { RuleInForm } from '#shared/features/desk/alert-rules/form.ts'
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
} from '#shared/features/desk/alert-rules/rules.ts'
import { wholeMoney } from '#shared/format/money.ts'

/** Titles of errors. */
export const FAILURES = {
  list: 'Couldn’t load the alert rules.',
  test: 'Couldn’t load past alerts.',
  firings: 'Couldn’t load the rule’s matches.',
  save: 'Couldn’t save the rule.',
  remove: 'Couldn’t delete the rule.',
  restore: 'Couldn’t restore the rule.',
  follow: 'Couldn’t follow the rule.',
  answer: 'Couldn’t save your answer.',
} as const

export const NEW_RULE = 'New rule'
export const NO_RULE =
  'No rules yet. A rule alerts you when a post loses money, you lose a keyword or a price moves. You can test it on past data first.'
export const NOBODY = 'No recipients: choose at least one below, or nobody gets these alerts.'
export const ALL_GONE =
  'No active recipients: all of them are locked or can no longer see keywords. Choose another recipient below.'
export const NOT_TOLD = 'no longer notified'
/** Why a rule whose owner has left sends nothing, and how to fix it. */
export const OWNER_GONE = {
  why: 'This rule is paused: its owner is locked or can no longer see keywords.',
  ask: 'Ask an administrator to assign a new owner.',
} as const
export const NOT_COUNTED = 'No data yet. We update it every night.'
export const TOO_MUCH = 'Far too many alerts to be useful. Choose a stricter setting.'
/** Labels of a rule's lists. */
export const LISTED_LABELS: Readonly<Record<Listed, string>> = {
  now: 'Today',
  would: 'Past matches',
  told: 'Sent alerts',
}
export const NONE_LISTED: Readonly<Record<Listed, string>> = {
  now: 'No matches today.',
  would: 'No alerts in this period.',
  told: 'No alerts sent yet. Active rules with recipients run every night.',
}
export const GONE = 'No longer exists'
export const PAST_90 = `Last ${TOLD_DAYS} days`

export const CHOOSE = 'Choose a rule to see its past alerts.'

/** Labels of the parts of a rule in a conflict. */
export const FIELD_LABELS: Readonly<Record<keyof RuleInForm, string>> = {
  name: 'Name',
  kind: 'Event',
  against: 'Compared with',
  threshold: 'Threshold',
  least: 'Only posts above',
  coolDownDays: 'Cool-down',
  siteId: 'Site',
  recipients: 'Recipients',
}

/** The value of each part as text; `site` is the name of its site. */
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

/** The period of the back-test, as far as data exists. */
export const spanWords = (known: number): string =>
  known === 1 ? 'Over the last week' : `Over the last ${known === 0 ? TEST_WEEKS : known} weeks`

const times = (count: number) => (count === 1 ? 'once' : `${count} times`)

/** How often the rule would have alerted, as text. */
export const toldWords = (told: number, days: number): string =>
  `would ${told === 0 ? 'not have alerted you' : `have alerted you ${times(told)}`} in the past ${days} days`

/** How often a rule has alerted in the days with data. */
export const pastWords = ({ told_90: told, told_days: days }: AlertRule): string =>
  days === 0 ? 'not counted yet' : `${told} in ${days} ${days === 1 ? 'day' : 'days'}`

/** A warning that a rule sends more alerts than anyone reads; null if it does not. */
export function floodWords({ told, known_days: days }: Pick<BackTest, 'told' | 'known_days'>): string | null {
  const perDay = flood({ told, days })
  return perDay === null ? null : `That’s about ${perDay} alerts a day. Choose a stricter setting.`
}

/** The number of current matches, for the rule's badge. */
export function nowWords({ is_on, kind, named_now }: AlertRule): string {
  if (!is_on) return 'off'
  return named_now === 0 ? 'none now' : `${countedNoun(KINDS[kind].noun, named_now)} now`
}

/** The share of alerts rated useful, once there are enough ratings. */
export function judgedWords({ right, noise }: AlertRule['answers']): string | null {
  const all = right + noise
  return all < LEAST_ANSWERS ? null : `${Math.round((100 * right) / all)} % of ${all} ratings are “right”`
}
