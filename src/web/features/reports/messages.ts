import type { Outing } from '#shared/features/share-of-voice/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'

export const REPORT_LABELS = {
  winners: 'Keyword Winners',
  surfaces: 'Content Surfaces',
  oos: 'Products OOS',
} as const
export type ReportName = keyof typeof REPORT_LABELS
export const REPORT_NAMES = keysOf(REPORT_LABELS)

/** Titles of failures. */
export const FAILURES = {
  winners: 'Keyword Winners could not be searched.',
  sites: 'Sites could not be searched.',
  surfaces: 'There was a problem loading the graph data.',
  download: 'The report could not be downloaded.',
  oos: 'Stocks could not be searched.',
  risk: 'What is at risk could not be counted.',
  stat: 'There was a problem loading the graph data.',
} as const

export const EMPTY_WINNERS = 'No tracked keyword fits these filters.'
export const EMPTY_OOS = 'Nothing that posts recommend is out of stock.'
export const UNMATCHED_OOS = 'No product of a post fits these filters.'
export const CLEAR_FILTERS = 'Clear Filters'
export const EMPTY_FILTERED_SURFACES = 'No collected keyword fits these filters.'
export const EMPTY_SURFACES = 'Nothing was collected in these days.'
export const OVER_ALL = 'Over All'

/** What of ours came out, beside the lines that it may have moved. */
export const OUTINGS = 'Came out in these days'
/** `Northfield, 1 article and 9 updates` */
export const outingWords = ({ site, published, updated }: Outing): string => {
  const parts = [
    published > 0 && countedIn(published, 'article'),
    updated > 0 && countedIn(updated, 'update'),
  ]
  return `${site}, ${parts.filter((part) => part !== false).join(' and ')}`
}

/** What Content Surfaces can show. */
export const SURFACES_VIEW_LABELS = {
  ours: 'Ours against the others',
  publishers: 'Every publisher',
} as const
