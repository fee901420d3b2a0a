import { DAY_MS } from '#shared/format/duration.ts'
import { money, wholeMoney } from '../../../format/money.ts'

/** Kinds of rules. */
export const ALERT_KINDS = ['earnings-at-risk', 'earnings-fell', 'share-lost', 'price-moved'] as const
export type AlertKind = (typeof ALERT_KINDS)[number]

/** What a drop in earnings is compared with: the four weeks before, or the same four weeks a year before. */
export const AGAINST = ['before', 'year'] as const
export type Against = (typeof AGAINST)[number]

/** Lists of a rule: its matches today, the firings it would have had, and its actual firings. */
export const LISTED = ['now', 'would', 'told'] as const
export type Listed = (typeof LISTED)[number]

export type AlertUnit = 'dollars' | 'percent' | 'points'
export type SubjectNoun = 'post' | 'product' | 'keyword'

interface KindDeclaration {
  /** Text after "Tell me when". */
  what: string
  /** Text between the subject and the threshold. */
  verb: string
  unit: AlertUnit
  /** Possible thresholds, the loosest first. Nothing below the loosest is stored. */
  thresholds: readonly [number, ...number[]]
  usual: number
  noun: SubjectNoun
  /** Display text of the formula. */
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

/** Minimum earnings of a post in the four weeks of comparison, in US dollars. */
export const LEASTS = [100, 200, 500, 1000, 2000] as const
export const COOL_DOWNS = [7, 14, 30, 60, 90] as const
export const AGAINST_LABELS: Readonly<Record<Against, string>> = {
  before: 'the four weeks before',
  year: 'the same weeks last year',
}

/** Weeks of a back-test, and days of the summary below it. */
export const TEST_WEEKS = 52
export const TOLD_DAYS = 90
/** A new rule starts with a threshold that would have fired at most this often in those days. */
export const CALM_MOST = 10
/** With more alerts a day, users stop reading them. */
const MOST_A_DAY = 3
/** Approximate alerts per day if they are too many; null otherwise. */
export function flood({ told, days }: { told: number; days: number }): number | null {
  const perDay = days === 0 ? 0 : told / days
  return perDay > MOST_A_DAY ? Math.round(perDay) : null
}
/** Fewest answers for showing the share of right ones. */
export const LEAST_ANSWERS = 10

/** Most rules per user and in total, not counting deleted ones: each is evaluated every night. */
export const MOST_OWN_RULES = 30
export const MOST_RULES = 200

/** Why no further rule can be added; null while there is room. */
export function whyNoRoom({ all, own }: { all: number; own: number }): string | null {
  if (own >= MOST_OWN_RULES)
    return `You’ve reached the limit of ${MOST_OWN_RULES} alert rules. Delete or change one.`
  return all >= MOST_RULES
    ? `Your team has reached the limit of ${MOST_RULES} alert rules. Follow one, or delete one.`
    : null
}

/** The condition of a rule, without its recipients. */
export interface AlertCondition {
  kind: AlertKind
  against: Against
  threshold: number
  /** US dollars; used only for drops in earnings. */
  least: number
  coolDownDays: number
}

/** The next looser threshold; null if there is none. */
export function looserThan({ kind, threshold }: Pick<AlertCondition, 'kind' | 'threshold'>): number | null {
  const { thresholds } = KINDS[kind]
  return thresholds.findLast((each) => each < threshold) ?? null
}

/** A day as a serial number. */
export const dayNumber = (day: string): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS)
export const dayOfNumber = (number: number): string => new Date(number * DAY_MS).toISOString().slice(0, 10)

/**
 * A period in which a condition held for one subject, up to and excluding its last day; null while it lasts.
 */
export interface Span {
  from: number
  to: number | null
  value: number
}

/**
 * The days on which a rule fires for one subject. Spans are sorted and do not overlap. It fires on the first
 * day on which the threshold is reached, and again only after the cool-down if it still is, or is again. The
 * back-test covers a year and the nightly evaluation one day; both use only this function.
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

/** The threshold with its unit. */
export function thresholdWords(kind: AlertKind, threshold: number): string {
  const { unit } = KINDS[kind]
  if (unit === 'dollars') return `${wholeMoney(threshold)} a week`
  return unit === 'percent' ? `${threshold} %` : `${threshold} points`
}

/** The rule in one line without its cool-down, as shown below its name. */
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

/** Only its owner and administrators change a rule. Anyone who sees it may follow it. */
export const mayChangeRule = (actor: { id: number; roleId: string }, ownerId: number): boolean =>
  actor.id === ownerId || actor.roleId === 'adm'

/** The finding in a few words. `was` and `is` are US dollars, or percent for shares. */
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
