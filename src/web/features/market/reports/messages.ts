import type { Outing } from '#shared/features/market/share-of-voice/contract.ts'
import { countedIn } from '#shared/format/count.ts'
import { keysOf } from '#shared/format/keys.ts'

export const REPORT_LABELS = {
  winners: 'Keyword Winners',
  surfaces: 'Content Surfaces',
  oos: 'Products OOS',
} as const
export type ReportName = keyof typeof REPORT_LABELS
export const REPORT_NAMES = keysOf(REPORT_LABELS)

/** Titles of errors. */
export const FAILURES = {
  winners: 'Keyword Winners could not be searched.',
  sites: 'Sites could not be searched.',
  surfaces: 'There was a problem loading the graph data.',
  download: 'Couldn’t download the report.',
  oos: 'Stocks could not be searched.',
  risk: 'Couldn’t calculate what’s at risk.',
  stat: 'There was a problem loading the graph data.',
} as const

export const EMPTY_WINNERS = 'No tracked keywords match these filters.'
export const UNMATCHED_OOS = 'No products match these filters.'
export const CLEAR_FILTERS = 'Clear Filters'
export const EMPTY_FILTERED_SURFACES = 'No tracked keywords match these filters.'
export const EMPTY_SURFACES = 'No data for these days.'
export const OVER_ALL = 'Over All'

/** Our publications, beside the lines that they may have moved. */
export const OUTINGS = 'Published in this period'
/** `Northfield, 1 article and 9 updates` */
export const outingWords = ({ site, published, updated }: Outing): string => {
  const parts = [
    published > 0 && countedIn(published, 'article'),
    updated > 0 && countedIn(updated, 'update'),
  ]
  return `${site}, ${parts.filter((part) => part !== false).join(' and ')}`
}

/** The views of Content Surfaces. */
export const SURFACES_VIEW_LABELS = {
  ours: 'Ours vs. others',
  publishers: 'Every publisher',
} as const
