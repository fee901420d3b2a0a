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
