import { countedIn } from '../../../format/count.ts'
import { searchWordsOf } from '../../../format/relevance.ts'
import { keywordIdentity } from '../../keywords/keywords/rules.ts'

/** Periods for totals of searches, in days. */
export const PERIODS = [30, 90, 180, 360] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  30: 'Last 30 days',
  90: 'Last 3 month',
  180: 'Last 6 month',
  360: 'Last Year',
}

export const USUAL_PERIOD: Period = 90

/** Rows per page of the mismatch list and of the ignore list. */
export const MISMATCH_PAGE_SIZE = 25

/** Page sizes of the actions log; the first is the default. */
export const LOG_PAGE_SIZES = [25, 50, 100, 200] as const

/** Actions that the log records. */
export const POST_ACTIONS = ['update', 'undo', 'ignore', 'unignore'] as const
export type PostAction = (typeof POST_ACTIONS)[number]

/** Most posts in one call that saves keywords or ignores posts. */
export const MOST_POSTS_AT_ONCE = 100

/** Longest focus keyword, in characters. */
export const KEYWORD_MAXIMUM = 200

/** Whether two keywords are equal, ignoring case and blanks. */
export const isSameKeyword = (one: string | null, other: string | null): boolean =>
  keywordIdentity(one ?? '') === keywordIdentity(other ?? '')

/**
 * Striking distance: queries that show a post often but just below where people look. Positions in the
 * results, and impressions in the period.
 */
export const STRIKING = { from: 4, to: 20, impressions: 1000 } as const

/** Last position that counts as top. */
export const TOP_PLACE = 3

export const isStriking = ({ position, impressions }: { position: number; impressions: number }): boolean =>
  position >= STRIKING.from && position <= STRIKING.to && impressions >= STRIKING.impressions

/** Stop words. */
const EMPTY_WORDS = new Set([
  'a',
  'an',
  'and',
  'best',
  'for',
  'from',
  'in',
  'of',
  'on',
  'or',
  'that',
  'the',
  'to',
  'under',
  'with',
])

/** Crude stem: treats singular and plural as equal. */
const stemOf = (word: string) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)

/** Words of a query that the title lacks, in order. */
export function missingWords(query: string, title: string): string[] {
  const known = new Set(searchWordsOf(title).map(stemOf))
  return searchWordsOf(query).filter((word) => !EMPTY_WORDS.has(word) && !known.has(stemOf(word)))
}

interface HeldBack {
  query: string
  title: string
  position: number
  /** Position in the preceding period of the same length; null if unknown. */
  positionBefore: number | null
  isOutOfStock: boolean
  /**
   * Number of products in this post and in the article that holds the query; the latter is null if unknown.
   */
  products: number
  theirProducts: number | null
  /** Number of our other posts that rank for the same query. */
  rivals: number
  /** Days since the last change; null if unknown. */
  daysUnchanged: number | null
}

/** Days from which a post is "unchanged", and below which it is "just changed". */
const UNCHANGED_DAYS = 180
const JUST_CHANGED_DAYS = 28
/** Smallest gap to the winner's product count that is mentioned. */
const FEWER_PRODUCTS = 2
/** Fewest positions lost that count as a fall. */
const FALL = 1
/** First position on the second page of results. */
export const SECOND_PAGE = 10.5

/** A reason within the post that holds it back; null if there is none. */
function heldBackByPost({ query, title, isOutOfStock, products, theirProducts, rivals }: HeldBack) {
  const missing = missingWords(query, title)
  if (missing.length > 0) return `title lacks “${missing.slice(0, 2).join(' ')}”`
  if (isOutOfStock) return 'a product is out of stock'
  if (theirProducts !== null && products > 0 && theirProducts - products >= FEWER_PRODUCTS)
    return `${products} ${products === 1 ? 'product' : 'products'}; the winner has ${theirProducts}`
  if (rivals > 0) return rivals === 1 ? 'another post also ranks' : `${rivals} other posts also rank`
  return null
}

/** The first known reason that holds a post back, in few words; its position if there is none. */
export function heldBackBy(post: HeldBack): string {
  const { position, positionBefore, daysUnchanged } = post
  const known = heldBackByPost(post)
  if (known !== null) return known
  if (daysUnchanged !== null && daysUnchanged >= UNCHANGED_DAYS) return `unchanged for ${daysUnchanged} days`
  if (positionBefore !== null && position - positionBefore >= FALL)
    return `fell from position ${positionBefore.toFixed(1)}`
  if (daysUnchanged !== null && daysUnchanged < JUST_CHANGED_DAYS)
    return daysUnchanged === 0 ? 'changed today' : `changed ${countedIn(daysUnchanged, 'day')} ago`
  return position >= SECOND_PAGE ? 'on page two' : 'not in the top three'
}

/** With fewer clicks in 30 days, earnings per click are not computed. */
export const LEAST_CLICKS = 20

/** Display text of the formulas for striking distance. */
export const STRIKING_FORMULAS = {
  topClicks: `Impressions × our own click rate in the top ${TOP_PLACE} (all queries of the period above position ${TOP_PLACE}.5). Never less than current clicks.`,
  toBeHad: `Expected clicks in the top ${TOP_PLACE} minus current clicks, in the period.`,
  worth: `Potential clicks in 30 days × the post’s earnings per search click (both from the last 30 days; needs at least ${LEAST_CLICKS} clicks). It’s an upper estimate, because earnings include readers from other sources.`,
  heldBack:
    'The first that applies: query words missing from the title; a product out of stock; at least two products fewer than the last winner; our other posts on the same query; unchanged for 180 days; down by one position or more; changed in the last 28 days. If none applies, the current position.',
  before:
    'The same query and post in the preceding period of equal length, if data for each day is available.',
} as const

/**
 * Two of our posts are rivals for a query if each has at least this share of our impressions at this position
 * or better, and together they have at least this many impressions in the period. Queries for a site's name
 * are excluded.
 */
export const RIVALRY = { share: 0.1, to: 20, impressions: 100 } as const

export const SEVERITIES = ['high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** Lost clicks a month from which the severity applies. */
const SEVERE = { high: 100, medium: 25 } as const
export const MONTH_DAYS = 30

/** Converts the clicks of a period to a month. */
export const aMonth = (clicks: number, period: Period): number => Math.round((clicks / period) * MONTH_DAYS)

/** Severity of a rivalry, by the clicks lost in a period. */
export function severityOf(lost: number, period: Period): Severity {
  const month = (lost / period) * MONTH_DAYS
  if (month >= SEVERE.high) return 'high'
  return month >= SEVERE.medium ? 'medium' : 'low'
}

/** One of the posts that compete for a query. */
interface Rival {
  clicks: number
  impressions: number
  position: number
  /** US dollars in the trailing 30 days; null if unknown. */
  earnings: number | null
}

/** Sorts rivals by their claim to the query: more clicks, then higher earnings, then the better position. */
export const byClaim = (one: Rival, other: Rival): number =>
  other.clicks - one.clicks || (other.earnings ?? -1) - (one.earnings ?? -1) || one.position - other.position

/**
 * Extra clicks that the strongest rival would have got at its own click rate, had it been shown instead of
 * the others.
 */
export function lostClicks(rivals: readonly Rival[]): number {
  const [keeper] = rivals.toSorted(byClaim)
  if (keeper === undefined) return 0
  const rate = keeper.clicks / Math.max(1, keeper.impressions)
  return Math.round(
    rivals.reduce((sum, { clicks, impressions }) => sum + Math.max(0, impressions * rate - clicks), 0),
  )
}

/** Advice for a post that competes for a query. */
export const ADVICES = ['keep', 'keyword', 'link', 'merge'] as const
export type Advice = (typeof ADVICES)[number]

interface Advised {
  isKeeper: boolean
  /** The post's keyword is the query. */
  isItsKeyword: boolean
  /** The post gets clicks from other queries. */
  hasOther: boolean
}

/**
 * The keeper keeps the query. A post without other queries is merged into it, a post that claims the query
 * gets another keyword, and the rest link to the keeper.
 */
export function adviceOf({ isKeeper, isItsKeyword, hasOther }: Advised): Advice {
  if (isKeeper) return 'keep'
  if (!hasOther) return 'merge'
  return isItsKeyword ? 'keyword' : 'link'
}

/** Display text of the formulas for rivalry. */
export const RIVALRY_FORMULAS = {
  rule: `Queries for which at least two of our posts each have ${RIVALRY.share * 100} % or more of our impressions, at position ${RIVALRY.to} or better, with at least ${RIVALRY.impressions} impressions in total. Searches for a site’s name are left out.`,
  keeper: 'The post with the most clicks. If tied, the one that earns more.',
  lost: 'The other posts’ impressions × the kept post’s click rate, minus the clicks they got.',
  severity: `High: ${SEVERE.high} or more lost clicks a month. Medium: ${SEVERE.medium} or more.`,
  advice:
    'Merge a post that no other query brings readers to. Give a post targeting this query its next-best query as keyword. Let any other post link to the kept one.',
} as const

/** One week of a query: impressions and clicks per post. */
interface RivalWeek {
  impressions: readonly number[]
  clicks: number
}

/**
 * How often the post with the most impressions changed from one week to the next, and the relative change in
 * clicks of those weeks against the others; null if there is nothing to compare.
 */
export function leaderTurnsOf(weeks: readonly RivalWeek[]): { turns: number; change: number | null } {
  const seen = weeks.filter(({ impressions }) => impressions.some((count) => count > 0))
  const leaders = seen.map(({ impressions }) => impressions.indexOf(Math.max(...impressions)))
  const isTurn = leaders.map((leader, at) => at > 0 && leader !== leaders[at - 1])
  const mean = (of: boolean) => {
    const clicks = seen.flatMap((week, at) => (isTurn[at] === of ? [week.clicks] : []))
    return clicks.length === 0 ? null : clicks.reduce((sum, each) => sum + each, 0) / clicks.length
  }
  const [turned, others] = [mean(true), mean(false)]
  return {
    turns: isTurn.filter(Boolean).length,
    change: turned === null || others === null || others === 0 ? null : turned / others - 1,
  }
}

/** Display text of the advice. */
export const ADVICE_LABELS: Readonly<Record<Advice, string>> = {
  keep: 'Keep and strengthen',
  keyword: 'Use another keyword',
  link: 'Link to the kept post',
  merge: 'Merge into the kept post',
}

/** Sort keys of the mismatch list. Figures are those of the best query. */
export const MISMATCH_SORTS = [
  'POST_TITLE',
  'POST_ID',
  'POST_KEYWORD',
  'CLICKS',
  'IMPRESSIONS',
  'POSITION',
] as const
export type MismatchSort = (typeof MISMATCH_SORTS)[number]

/** Sort keys of the list of rivalries. */
export const RIVALRY_SORTS = ['LOST', 'IMPRESSIONS', 'CLICKS', 'QUERY'] as const
export type RivalrySort = (typeof RIVALRY_SORTS)[number]

/** Whether the rivals are on different sites (`across`) or two are on one site (`within`). */
export const RIVALRY_REACHES = ['across', 'within'] as const

/** Whether a user has chosen to leave the rivalry as it is. */
export const RIVALRY_STANDINGS = ['open', 'left'] as const
