import type { Annotation } from '#shared/features/share-of-voice/contract.ts'
import { significant } from '#shared/format/percent.ts'

/** Titles of failures. */
export const FAILURES = {
  calendar: 'There was a problem loading the graph data.',
} as const

export const RESULT_LABELS = {
  won: 'Won',
  lost: 'Lost',
  noData: 'No data',
  notTracked: 'Not tracked yet',
} as const

/** What stands on days without data before a keyword was tracked, or while it is not. */
export const notTracked = (since: string | null) => (since === null ? 'not tracked' : 'not tracked yet')

export const daysWord = (count: number) => `${count} ${count === 1 ? 'day' : 'days'}`

export const WIN_RULE = 'A day counts as won when one of our sites held the keyword at least once.'

/** What an annotation says in a cell. */
export const ANNOTATION_LABELS = {
  published: 'published',
  updated: 'updated',
  tracked: 'tracked since',
} as const

/** What happened on a day, in words. */
export const happened = ({ kind, article }: Annotation): string =>
  kind === 'tracked' ? 'Tracking started' : `${article?.title ?? 'Article'}: ${kind}`

const share = (value: number | null) => (value === null ? 'no data' : `${significant(value)} %`)

/** What an article changed; null for what is no article. */
export const effectOf = ({ kind, before, after }: Annotation): string | null =>
  kind === 'tracked' ? null : `Win % 28 days before ${share(before)}, 28 days after ${share(after)}`
