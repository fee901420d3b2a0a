import { countedIn } from '../../format/count.ts'
import { keywordIdentity } from '../keywords/rules.ts'

/** The periods over which searches are added up, in days. */
export const PERIODS = [30, 90, 180, 360] as const
export type Period = (typeof PERIODS)[number]

export const PERIOD_LABELS: Readonly<Record<Period, string>> = {
  30: 'Last 30 days',
  90: 'Last 3 month',
  180: 'Last 6 month',
  360: 'Last Year',
}

export const USUAL_PERIOD: Period = 90

/** Rows to a page of the mismatch list and of the ignore list. */
export const MISMATCH_PAGE_SIZE = 25

/** How many rows a page of the actions log may have; the first is the usual one. */
export const LOG_PAGE_SIZES = [25, 50, 100, 200] as const

/** What is written into the actions log. */
export const POST_ACTIONS = ['update', 'undo', 'ignore', 'unignore'] as const
export type PostAction = (typeof POST_ACTIONS)[number]

/** Posts whose keywords may be saved, or that may be ignored, in one call. */
export const MOST_POSTS_AT_ONCE = 100

/** As long as a focus keyword may be. */
export const KEYWORD_MAXIMUM = 200

/** Whether two keywords are one to people: whatever their case and their blanks. */
export const isSameKeyword = (one: string | null, other: string | null): boolean =>
  keywordIdentity(one ?? '') === keywordIdentity(other ?? '')

/** Searches by which a post is seen often, and just not where people look: places in results, and impressions in the period. */
export const STRIKING = { from: 4, to: 20, impressions: 1000 } as const

/** Up to this place a search is among the top ones. */
export const TOP_PLACE = 3

export const isStriking = ({ position, impressions }: { position: number; impressions: number }): boolean =>
  position >= STRIKING.from && position <= STRIKING.to && impressions >= STRIKING.impressions

/** Words that say nothing about what somebody looks for. */
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

/** A word as it is compared: one thing and several are the same. */
const stemOf = (word: string) => (word.length > 3 ? word.replace(/(?<!s)s$/, '') : word)
const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a search that a title does not have, in their order. */
export function missingWords(query: string, title: string): string[] {
  const known = new Set(wordsOf(title).map(stemOf))
  return wordsOf(query).filter((word) => !EMPTY_WORDS.has(word) && !known.has(stemOf(word)))
}

interface HeldBack {
  query: string
  title: string
  position: number
  /** Where it stood in as many days before; null where that is not known. */
  positionBefore: number | null
  isOutOfStock: boolean
  /** Products of the post, and of the article that holds the query; null where nobody knows that one. */
  products: number
  theirProducts: number | null
  /** Other posts of ours that people see by the same query. */
  rivals: number
  /** Since when somebody changed it last; null where nobody knows. */
  daysUnchanged: number | null
}

/** A post is called unchanged from so many days on, and just changed before so many. */
const UNCHANGED_DAYS = 180
const JUST_CHANGED_DAYS = 28
/** So many products fewer than the winner are worth a word. */
const FEWER_PRODUCTS = 2
/** So many places lower than before are a fall. */
const FALL = 1
/** The first place of the second page. */
export const SECOND_PAGE = 10.5

/** What is known of the post itself to hold it back; null where nothing is. */
function heldBackByPost({ query, title, isOutOfStock, products, theirProducts, rivals }: HeldBack) {
  const missing = missingWords(query, title)
  if (missing.length > 0) return `title lacks “${missing.slice(0, 2).join(' ')}”`
  if (isOutOfStock) return 'a product is out of stock'
  if (theirProducts !== null && products > 0 && theirProducts - products >= FEWER_PRODUCTS)
    return `${products} ${products === 1 ? 'product' : 'products'}; the winner has ${theirProducts}`
  if (rivals > 0) return rivals === 1 ? 'another post also ranks' : `${rivals} other posts also rank`
  return null
}

/** What may hold a post back, in few words: the first reason that can be told of it, and where none can, where it stands. */
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

/** With fewer clicks in 30 days, what a post earns by each is not told from them. */
export const LEAST_CLICKS = 20

/** How the figures of striking distance are made, for whoever asks. */
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
 * Two posts of ours take a query from each other: each has at least this share of our impressions of it, at this place
 * or a better one, and all have so many impressions in the period. What is searched for by a site's name is left out.
 */
export const RIVALRY = { share: 0.1, to: 20, impressions: 100 } as const

export const SEVERITIES = ['high', 'medium', 'low'] as const
export type Severity = (typeof SEVERITIES)[number]

/** From so many lost clicks a month on. */
const SEVERE = { high: 100, medium: 25 } as const
export const MONTH_DAYS = 30

/** So much of a period's clicks comes to a month. */
export const aMonth = (clicks: number, period: Period): number => Math.round((clicks / period) * MONTH_DAYS)

/** How bad it is that posts take a query from each other, by the clicks that are lost to it in a period. */
export function severityOf(lost: number, period: Period): Severity {
  const month = (lost / period) * MONTH_DAYS
  if (month >= SEVERE.high) return 'high'
  return month >= SEVERE.medium ? 'medium' : 'low'
}

/** A post that takes part of a query. */
interface Rival {
  clicks: number
  impressions: number
  position: number
  /** US dollars of the trailing 30 days; null where nobody knows. */
  earnings: number | null
}

/** Which of two rivals had best keep the query: the one with more clicks; then that which earns more; then the one that stands higher. */
export const byClaim = (one: Rival, other: Rival): number =>
  other.clicks - one.clicks || (other.earnings ?? -1) - (one.earnings ?? -1) || one.position - other.position

/** Clicks that the rival with the best claim would have brought besides, at its own click rate, had it been shown in place of the others. */
export function lostClicks(rivals: readonly Rival[]): number {
  const [keeper] = rivals.toSorted(byClaim)
  if (keeper === undefined) return 0
  const rate = keeper.clicks / Math.max(1, keeper.impressions)
  return Math.round(
    rivals.reduce((sum, { clicks, impressions }) => sum + Math.max(0, impressions * rate - clicks), 0),
  )
}

/** What is proposed for a post that has part of a query. */
export const ADVICES = ['keep', 'keyword', 'link', 'merge'] as const
export type Advice = (typeof ADVICES)[number]

interface Advised {
  isKeeper: boolean
  /** The post's keyword is the query. */
  isItsKeyword: boolean
  /** Something else brings people to it. */
  hasOther: boolean
}

/** The keeper keeps the query; a post that lives of nothing else is merged into it; one that claims it gets another keyword; the others link to it. */
export function adviceOf({ isKeeper, isItsKeyword, hasOther }: Advised): Advice {
  if (isKeeper) return 'keep'
  if (!hasOther) return 'merge'
  return isItsKeyword ? 'keyword' : 'link'
}

/** How the figures of rivalry are made, for whoever asks. */
export const RIVALRY_FORMULAS = {
  rule: `Queries for which at least two of our posts each have ${RIVALRY.share * 100} % or more of our impressions, at position ${RIVALRY.to} or better, with at least ${RIVALRY.impressions} impressions in total. Searches for a site’s name are left out.`,
  keeper: 'The post with the most clicks. If tied, the one that earns more.',
  lost: 'The other posts’ impressions × the kept post’s click rate, minus the clicks they got.',
  severity: `High: ${SEVERE.high} or more lost clicks a month. Medium: ${SEVERE.medium} or more.`,
  advice:
    'Merge a post that no other query brings readers to. Give a post targeting this query its next-best query as keyword. Let any other post link to the kept one.',
} as const

/** A week of a query: how often each post was seen by it, and how often any was opened. */
interface RivalWeek {
  impressions: readonly number[]
  clicks: number
}

/**
 * How often another post than the week before was the one that was seen most, and how much more was clicked in those
 * weeks than in the others, as a share; null where there is nothing to compare.
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

/** What is proposed for a post, in words. */
export const ADVICE_LABELS: Readonly<Record<Advice, string>> = {
  keep: 'Keep and strengthen',
  keyword: 'Use another keyword',
  link: 'Link to the kept post',
  merge: 'Merge into the kept post',
}

/** What the mismatch list can be sorted by; figures are those of the best query. */
export const MISMATCH_SORTS = [
  'POST_TITLE',
  'POST_ID',
  'POST_KEYWORD',
  'CLICKS',
  'IMPRESSIONS',
  'POSITION',
] as const
export type MismatchSort = (typeof MISMATCH_SORTS)[number]

/** What queries that posts take from each other can be sorted by. */
export const RIVALRY_SORTS = ['LOST', 'IMPRESSIONS', 'CLICKS', 'QUERY'] as const
export type RivalrySort = (typeof RIVALRY_SORTS)[number]

/** Whether rivals may stand on different sites, or two of them stand on one. */
export const RIVALRY_REACHES = ['across', 'within'] as const

/** Whether somebody has left it as it is. */
export const RIVALRY_STANDINGS = ['open', 'left'] as const
