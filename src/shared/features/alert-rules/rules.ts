import { DAY_MS } from '#shared/format/duration.ts'
import { money, wholeMoney } from '../../format/money.ts'

/** What a rule can watch. */
export const ALERT_KINDS = ['earnings-at-risk', 'earnings-fell', 'share-lost', 'price-moved'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What earnings that fell are compared with: the four weeks before, or the same four weeks a year before. */
export const AGAINST = ['before', 'year'] as const
export type Against = (typeof AGAINST)[number]

/** What of a rule can be listed: what it names today, would have told, and has told. */
export const LISTED = ['now', 'would', 'told'] as const
export type Listed = (typeof LISTED)[number]

export type AlertUnit = 'dollars' | 'percent' | 'points'
export type SubjectNoun = 'post' | 'product' | 'keyword'

interface KindDeclaration {
  /** As it stands after "Tell me when". */
  what: string
  /** Between what is watched and how much. */
  verb: string
  unit: AlertUnit
  /** How much it may be, the loosest first: nothing below that is kept. */
  thresholds: readonly [number, ...number[]]
  usual: number
  noun: SubjectNoun
  /** How it is counted, for whoever asks. */
  formula: string
}

export const KINDS: Readonly<Record<AlertKind, KindDeclaration>> = {
  'earnings-at-risk': {
    what: 'a post’s earnings at risk',
    verb: 'are above',
    unit: 'dollars',
    thresholds: [10, 25, 50, 100, 250, 500, 1000],
    usual: 50,
    noun: 'post',
    formula:
      'The total weekly earnings of the post’s sold-out products, as on the stock board: their average over the last four full weeks before they sold out, estimated if not reported per product.',
  },
  'earnings-fell': {
    what: 'a post’s earnings',
    verb: 'fall by',
    unit: 'percent',
    thresholds: [10, 15, 20, 25, 30, 40, 50, 75],
    usual: 25,
    noun: 'post',
    formula:
      'The drop in earnings over the last four full weeks with data, in percent of the weeks compared with.',
  },
  'share-lost': {
    what: 'our share of a keyword',
    verb: 'falls by',
    unit: 'points',
    thresholds: [20, 30, 40, 50, 75, 100],
    usual: 50,
    noun: 'keyword',
    formula:
      'The share of days on which one of our sites held the keyword: last full week (Monday to Sunday) vs. the 28 days before. Needs data for at least 4 of the 7 and 14 of the 28 days.',
  },
  'price-moved': {
    what: 'the price of a product',
    verb: 'moves by',
    unit: 'percent',
    thresholds: [5, 10, 15, 20, 30, 50],
    usual: 20,
    noun: 'product',
    formula:
      'The price change, up or down, from seven days before. Only for products in followed posts, where the marketplace lets us store prices.',
  },
}

/** US dollars that a post must have earned in the four weeks its fall is compared with. */
export const LEASTS = [100, 200, 500, 1000, 2000] as const
export const COOL_DOWNS = [7, 14, 30, 60, 90] as const
export const AGAINST_LABELS: Readonly<Record<Against, string>> = {
  before: 'the four weeks before',
  year: 'the same weeks last year',
}

/** So many weeks a back-test goes over, and so many days the sentence under it is about. */
export const TEST_WEEKS = 52
export const TOLD_DAYS = 90
/** A new rule begins with a threshold at which it would have spoken so often at most in those days. */
export const CALM_MOST = 10
/** Whoever is told more in a day reads none of it. */
const MOST_A_DAY = 3
/** About how much a rule tells a day, where that is more than anybody reads; null where it is not. */
export function flood({ told, days }: { told: number; days: number }): number | null {
  const perDay = days === 0 ? 0 : told / days
  return perDay > MOST_A_DAY ? Math.round(perDay) : null
}
/** Answers from which on the share of right ones is shown. */
export const LEAST_ANSWERS = 10

/** So many rules one person has, and all people together, deleted ones not counted: each is evaluated every night. */
export const MOST_OWN_RULES = 30
export const MOST_RULES = 200

/** Why nobody can add a rule beside those that there are; null while there is room. */
export function whyNoRoom({ all, own }: { all: number; own: number }): string | null {
  if (own >= MOST_OWN_RULES)
    return `You’ve reached the limit of ${MOST_OWN_RULES} alert rules. Delete or change one.`
  return all >= MOST_RULES
    ? `Your team has reached the limit of ${MOST_RULES} alert rules. Follow one, or delete one.`
    : null
}

/** What a rule asks for, without whom it tells. */
export interface AlertCondition {
  kind: AlertKind
  against: Against
  threshold: number
  /** US dollars; only falls of earnings ask for it. */
  least: number
  coolDownDays: number
}

/** The next looser setting; null where nothing looser is kept. */
export function looserThan({ kind, threshold }: Pick<AlertCondition, 'kind' | 'threshold'>): number | null {
  const { thresholds } = KINDS[kind]
  return thresholds.findLast((each) => each < threshold) ?? null
}

/** A day as a number that counts up by one from day to day. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
export const dayOfNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/** Something that was so of one subject from a day on, up to a day that is not part of it; null while it lasts. */
export interface Span {
  from: number
  to: number | null
  value: number
}

/**
 * The days on which a rule speaks of one subject, whose spans come the earliest first and do not overlap. It speaks on
 * the first day on which the threshold is reached, and again only once the cool-down is over and it still is, or is
 * again. The back-test looks at a year, the evaluation of a night at one day, and both by this alone.
 */
export function alertDays(
  spans: readonly Span[],
  { threshold, coolDownDays }: Pick<AlertCondition, 'threshold' | 'coolDownDays'>,
  window: { from: number; to: number },
  lastTold: number | null = null,
): number[] {
  const days: number[] = []
  let next = lastTold === null ? window.from : Math.max(window.from, lastTold + coolDownDays)
  for (const { from, to, value } of spans) {
    if (value < threshold) continue
    const end = Math.min(window.to, to === null ? window.to : to - 1)
    for (let day = Math.max(from, next); day <= end; day += coolDownDays) {
      days.push(day)
      next = day + coolDownDays
    }
  }
  return days
}

const PLAIN = new Intl.NumberFormat('en-US')

/** How much, in the unit of its kind. */
export function thresholdWords(kind: AlertKind, threshold: number): string {
  const { unit } = KINDS[kind]
  if (unit === 'dollars') return `${wholeMoney(threshold)} a week`
  return unit === 'percent' ? `${threshold} %` : `${threshold} points`
}

/** The rule in one line, without its cool-down: as it stands below its name. */
export function conditionWords(condition: AlertCondition, site: string | null): string {
  const { kind, against, threshold, least } = condition
  const { what, verb } = KINDS[kind]
  const compared =
    kind === 'earnings-fell'
      ? ` vs. ${AGAINST_LABELS[against]}, for posts above ${wholeMoney(least)} a month`
      : ''
  return `${what} ${verb} ${thresholdWords(kind, threshold)}${compared}${site === null ? '' : `, on ${site}`}`
}

export const countedNoun = (noun: SubjectNoun, count: number): string =>
  `${PLAIN.format(count)} ${noun}${count === 1 ? '' : 's'}`

/** Only its owner and administrators change a rule; everybody who sees it may follow it. */
export const mayChangeRule = (actor: { id: number; roleId: string }, ownerId: number): boolean =>
  actor.id === ownerId || actor.roleId === 'adm'

/** What is so of a subject, in a few words; `was` and `is` are dollars, or percents where a share is meant. */
export function findingWords(kind: AlertKind, { was, is }: { was: number; is: number }): string {
  switch (kind) {
    case 'earnings-at-risk':
      return `${money(is)} a week at risk`
    case 'earnings-fell':
      return `Earnings fell from ${money(was)} to ${money(is)} in four weeks`
    case 'share-lost':
      return `Our share fell from ${Math.round(was)} % to ${Math.round(is)} %`
    case 'price-moved':
      return `Price changed from ${money(was)} to ${money(is)}`
  }
}
