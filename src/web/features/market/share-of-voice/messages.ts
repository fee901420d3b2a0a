import type { Annotation } from '#shared/features/market/share-of-voice/contract.ts'
import { significant } from '#shared/format/percent.ts'

/** Titles of errors. */
export const FAILURES = {
  calendar: 'There was a problem loading the graph data.',
} as const

export const RESULT_LABELS = {
  won: 'Won',
  lost: 'Lost',
  noData: 'No data',
  notTracked: 'Not tracked yet',
} as const

/** Shown on days without data before tracking started, or while the keyword is not tracked. */
export const notTracked = (since: string | null) => (since === null ? 'not tracked' : 'not tracked yet')

export const daysWord = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

export const WIN_RULE = 'A day counts as won when one of our sites held the keyword at least once.'

/** The text of an annotation in a cell. */
export const ANNOTATION_LABELS = {
  published: 'published',
  updated: 'updated',
  tracked: 'tracked since',
} as const

/** The description of an event on a day. */
export const happened = ({ kind, article }: Annotation): string =>
  kind === 'tracked' ? 'Tracking started' : `${article?.title ?? 'Article'}: ${kind}`

const share = (value: number | null) => (value === null ? 'no data' : `${significant(value)} %`)

/** The effect of an article; null for other events. */
export const effectOf = ({ kind, before, after }: Annotation): string | null =>
  kind === 'tracked'
    ? null
    : `Win %: ${share(before)} in the 28 days before, ${share(after)} in the 28 days after`
