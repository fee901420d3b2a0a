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
export const MOST_AT_ONCE = 100

/** As long as a focus keyword may be. */
export const KEYWORD_MAXIMUM = 200

/** Whether two keywords are one to people: whatever their case and their blanks. */
export const isSameKeyword = (one: string | null, other: string | null): boolean =>
  keywordIdentity(one ?? '') === keywordIdentity(other ?? '')

/** Searches by which a post is seen often, and just not where people look: places in results, and impressions in the period. */
export const STRIKING = { from: 8, to: 20, impressions: 1000 } as const

/** Up to this place a search is among the top ones. */
export const TOP_PLACE = 5

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
  isOutOfStock: boolean
  /** Since somebody changed it last; null where nobody knows. */
  daysUnchanged: number | null
}

/** A post is called unchanged from so many days on. */
const UNCHANGED_DAYS = 180

/** What may hold a post back, in few words; null where nothing is known to. */
export function heldBackBy({ query, title, isOutOfStock, daysUnchanged }: HeldBack): string | null {
  const missing = missingWords(query, title)
  if (missing.length > 0) return `title lacks “${missing.slice(0, 2).join(' ')}”`
  if (isOutOfStock) return 'a product is out of stock'
  if (daysUnchanged !== null && daysUnchanged >= UNCHANGED_DAYS) return `unchanged for ${daysUnchanged} days`
  return null
}
