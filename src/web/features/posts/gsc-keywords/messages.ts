import {
  aMonth,
  type Period,
  type PostAction,
  RIVALRY_FORMULAS,
  type Severity,
  STRIKING,
  STRIKING_FORMULAS,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import type { GscTab } from './search.ts'

/** The period that counts as a month. */
const MONTH: Period = 30

export const TAB_LABELS: Readonly<Record<GscTab, string>> = {
  mismatch: 'Keywords mismatch posts list',
  ignored: 'Ignore posts list',
  log: 'Actions Log',
  striking: 'Striking distance',
  rivals: 'Cannibalisation',
}

/** Titles of errors. */
export const FAILURES = {
  mismatch: 'Keywords could not be searched.',
  ignored: 'Couldn’t load the ignored posts.',
  log: 'Couldn’t load the actions.',
  apply: 'Ops something went wrong',
  striking: 'Queries could not be searched.',
  positions: 'Couldn’t load the positions.',
  rivals: 'Queries could not be searched.',
  rivalDays: 'Couldn’t load the days of this query.',
} as const

export const UNSAVED = "Don't forget to save changed keywords"
export const SAVED = 'Posts keywords were updated, reloading data...'
export const IGNORED = 'Posts was added to ignore list'

/** Header of a column with the keyword above the best query. */
export const BOTH = 'Keyword, best query'

export const ADD_TO_IGNORED = 'Add to ignored list'
export const APPLY_BEST = 'Apply the best keywords'
export const APPLY = 'Apply Keywords'

export const EMPTY_MISMATCH =
  'No posts with a mismatched keyword. Connect a site to Google Search Console to see its queries.'
export const EMPTY_IGNORED = 'No ignored posts.'
export const EMPTY_STRIKING = 'No queries in striking distance.'
export const STRIKING_ABOUT = `Positions ${STRIKING.from}–${STRIKING.to} with at least ${counted(STRIKING.impressions)} impressions in the period. Potential clicks use our own click rate in the top three.`
/** Why a query cannot be compared. */
export const NOTHING_TO_COMPARE =
  'Nothing to compare: we don’t track results for this query or the post’s keyword.'
export const NO_ADDRESS = 'We don’t know this post’s URL.'
export const comparedBy = (keyword: string): string => `Compare with the last holder of “${keyword}”`
/** The value of the potential clicks, as far as known. */
export const worthWords = (worth: number, { valued, total }: { valued: number; total: number }): string => {
  if (valued === 0) return ''
  const of = valued === total ? '' : ` in the ${counted(valued)} with known earnings per click`
  return `; worth about ${money(worth)} a month${of}`
}
export const EMPTY_RIVALS = 'None of your posts compete for the same query.'
export const STRIKING_EXPORT = 'Export striking distance'
export const STRIKING_EXPORT_ABOUT =
  'One row per query, with the current filters and period, compared with the previous period.'

/** How figures are calculated, by their names. */
export const HOW_STRIKING = {
  'Clicks, top 3': STRIKING_FORMULAS.topClicks,
  Potential: STRIKING_FORMULAS.toBeHad,
  'Worth a month': STRIKING_FORMULAS.worth,
  'Likely cause': STRIKING_FORMULAS.heldBack,
  'Previous period': STRIKING_FORMULAS.before,
} as const
export const HOW_RIVALS = {
  'Queries shown': RIVALRY_FORMULAS.rule,
  'Post to keep': RIVALRY_FORMULAS.keeper,
  'Clicks lost': RIVALRY_FORMULAS.lost,
  Severity: RIVALRY_FORMULAS.severity,
  Recommendation: RIVALRY_FORMULAS.advice,
} as const

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const LEAVE_ABOUT = 'Hides it until different posts compete for this query.'
export const STANDING_LABELS = { open: 'Open', left: 'Dismissed' } as const
export const RIVALRY_EXPORT = 'Export cannibalisation'
export const RIVALRY_EXPORT_ABOUT =
  'One row per query and post, with the recommendation, for the current filters and period.'

/** The period of the figures, and the monthly amount if the period is not a month. */
export const inPeriod = (period: Period): string => `in ${countedIn(period, 'day')}`
export const monthWords = (clicks: number, period: Period): string =>
  period === MONTH ? '' : `, about ${counted(aMonth(clicks, period))} a month`

export const REACH_LABELS = { across: 'Across sites', within: 'Within a site' } as const

export const EMPTY_LOG = 'No actions yet.'
export const UNMATCHED = 'No posts match these filters.'
export const UNMATCHED_STRIKING = 'No queries match these filters.'
export const UNMATCHED_LOG = 'No actions match these filters.'
export const CLEAR_FILTERS = 'Clear Filters'

export const ACTION_WORDS: Readonly<Record<PostAction, string>> = {
  update: 'Keyword changed',
  undo: 'Keyword restored',
  ignore: 'Added to ignored list',
  unignore: 'Removed from ignored list',
}

/** How recent the search data is. */
export const knownWords = (until: string, missing: number, today: string): string =>
  missing === 0
    ? `Data through ${dayWords(until, today)} (Google is three days behind)`
    : `Data through ${dayWords(until, today)}; ${countedIn(missing, 'day')} still to load`
