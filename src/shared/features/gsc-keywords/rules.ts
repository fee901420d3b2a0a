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

/** A search by which people came to a post in a period. */
export interface Searched {
  query: string
  clicks: number
  impressions: number
}

/** The better of two searches first: more clicks, then more impressions, then the shorter one, then the alphabet. */
export function compareSearches(one: Searched, other: Searched): number {
  return (
    other.clicks - one.clicks ||
    other.impressions - one.impressions ||
    one.query.length - other.query.length ||
    (one.query < other.query ? -1 : Number(one.query > other.query))
  )
}

/** The search that a post should be about; none where nobody saw it. */
export const bestSearch = <Search extends Searched>(searches: readonly Search[]): Search | undefined =>
  searches.filter(({ impressions }) => impressions > 0).toSorted(compareSearches)[0]

/** Whether people find a post by something else than its keyword; a post that nobody comes to fits. */
export function isMismatch(keyword: string | null, searches: readonly Searched[]): boolean {
  const best = bestSearch(searches)
  return best !== undefined && best.clicks > 0 && !isSameKeyword(keyword, best.query)
}

/** Whether two keywords are one to people: whatever their case and their blanks. */
export const isSameKeyword = (one: string | null, other: string | null): boolean =>
  keywordIdentity(one ?? '') === keywordIdentity(other ?? '')
