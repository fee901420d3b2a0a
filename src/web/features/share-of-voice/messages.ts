/** Titles of failures. */
export const FAILURES = {
  calendar: 'There was a problem loading the graph data.',
} as const

export const RESULT_LABELS = { won: 'Won', lost: 'Lost', noData: 'No data' } as const

export const WIN_RULE = 'A day counts as won when one of our sites held the keyword at least once.'

/** What an annotation says in a cell. */
export const ANNOTATION_LABELS = {
  published: 'published',
  updated: 'updated',
  tracked: 'tracked since',
} as const
