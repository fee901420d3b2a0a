import {
  aMonth,
  type Period,
  type PostAction,
  RIVALRY_FORMULAS,
  type Severity,
  STRIKING,
  STRIKING_FORMULAS,
} from '#shared/features/gsc-keywords/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { money } from '#shared/format/money.ts'
import type { GscTab } from './search.ts'

/** The period that is a month. */
const MONTH: Period = 30

export const TAB_LABELS: Readonly<Record<GscTab, string>> = {
  mismatch: 'Keywords mismatch posts list',
  ignored: 'Ignore posts list',
  log: 'Actions Log',
  striking: 'Striking distance',
  rivals: 'Cannibalisation',
}

/** Titles of failures. */
export const FAILURES = {
  mismatch: 'Keywords could not be searched.',
  ignored: 'Ignored posts could not be searched.',
  log: 'Actions could not be searched.',
  apply: 'Ops something went wrong',
  striking: 'Queries could not be searched.',
  positions: 'Positions could not be read.',
  rivals: 'Queries could not be searched.',
  rivalDays: 'The days of this query could not be read.',
} as const

export const UNSAVED = "Don't forget to save changed keywords"
export const SAVED = 'Posts keywords were updated, reloading data...'
export const IGNORED = 'Posts was added to ignore list'

/** Heads the keyword with the best query below it. */
export const BOTH = 'Keyword, best query'

export const ADD_TO_IGNORED = 'Add to ignored list'
export const APPLY_BEST = 'Apply the best keywords'
export const APPLY = 'Apply Keywords'

export const EMPTY_MISMATCH =
  'No post is found by something else than its keyword. What people search for comes from Google Search Console, as soon as a site is connected to it.'
export const EMPTY_IGNORED = 'No post is ignored.'
export const EMPTY_STRIKING = 'No query is in striking distance.'
export const STRIKING_ABOUT = `Striking distance: position ${STRIKING.from} to ${STRIKING.to} with ${counted(STRIKING.impressions)} impressions and more in the period. The clicks to be had come from our own click rate of the first three places.`
/** Why a query cannot be compared. */
export const NOTHING_TO_COMPARE =
  'Nobody else is known to hold it: neither this query nor the keyword of the post is one whose results are read.'
export const NO_ADDRESS = 'Where readers find the post is not known.'
export const comparedBy = (keyword: string): string => `With who last held “${keyword}”`
/** What the clicks to be had are worth, as far as that is known. */
export const worthWords = (worth: number, { valued, total }: { valued: number; total: number }): string => {
  if (valued === 0) return ''
  const of = valued === total ? '' : ` in the ${counted(valued)} of them whose earnings per click are known`
  return `; worth about ${money(worth)} a month${of}`
}
export const EMPTY_RIVALS = 'No two posts of ours take a query from each other.'
export const STRIKING_EXPORT = 'Export of striking distance'
export const STRIKING_EXPORT_ABOUT =
  'All queries in striking distance of these filters and this period, a line each, with the period before, as CSV.'

/** How figures are made, by what they are called. */
export const HOW_STRIKING = {
  'Clicks, top 3': STRIKING_FORMULAS.topClicks,
  'To be had': STRIKING_FORMULAS.toBeHad,
  'Worth a month': STRIKING_FORMULAS.worth,
  'What may hold it back': STRIKING_FORMULAS.heldBack,
  'The period before': STRIKING_FORMULAS.before,
} as const
export const HOW_RIVALS = {
  'Which queries': RIVALRY_FORMULAS.rule,
  'Which post keeps it': RIVALRY_FORMULAS.keeper,
  'Clicks that are lost': RIVALRY_FORMULAS.lost,
  Severity: RIVALRY_FORMULAS.severity,
  'What is proposed': RIVALRY_FORMULAS.advice,
} as const

export const SEVERITY_LABELS: Readonly<Record<Severity, string>> = {
  high: 'High',
  medium: 'Medium',
  low: 'Low',
}

export const LEAVE_ABOUT =
  'It leaves the list. It is shown again once other posts take this query from each other.'
export const STANDING_LABELS = { open: 'To be decided', left: 'Left as they are' } as const
export const RIVALRY_EXPORT = 'Export of cannibalisation'
export const RIVALRY_EXPORT_ABOUT =
  'All queries of these filters and this period that posts take from each other, a line for each post with what is proposed, as CSV.'

/** Of how long the figures are, and what comes to a month of it where that is another time. */
export const inPeriod = (period: Period): string => `in ${countedIn(period, 'day')}`
export const monthWords = (clicks: number, period: Period): string =>
  period === MONTH ? '' : `, about ${counted(aMonth(clicks, period))} a month`

export const REACH_LABELS = { across: 'Across sites', within: 'Within a site' } as const

export const EMPTY_LOG = 'Nothing was done here yet.'
export const UNMATCHED = 'No post fits these filters.'
export const UNMATCHED_STRIKING = 'No query fits these filters.'
export const UNMATCHED_LOG = 'No action fits these filters.'
export const CLEAR_FILTERS = 'Clear Filters'

export const ACTION_WORDS: Readonly<Record<PostAction, string>> = {
  update: 'Keyword changed',
  undo: 'Keyword restored',
  ignore: 'Added to ignored list',
  unignore: 'Removed from ignored list',
}

/** How far searches are known. */
export const knownWords = (until: string, missing: number, today: string): string =>
  missing === 0
    ? `Search data to ${dayWords(until, today)}; it comes three days late`
    : `Search data to ${dayWords(until, today)}; ${countedIn(missing, 'day')} of the period still to be read`
