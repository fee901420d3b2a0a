import { countedIn } from '#shared/format/count.ts'

/** Titles of failures, as the specification words them. */
export const FAILURES = {
  list: 'Keywords could not be searched.',
  tags: 'Tags could not be searched.',
  sites: 'Could not search sites',
  save: 'Error saving keyword.',
  download: 'Keywords could not be downloaded.',
  export: 'Error exporting keyword.',
  article: 'Article could not be saved.',
} as const

export const EMPTY = 'No keywords found.'
export const CLEAR_FILTERS = 'Clear filters'
export const NO_TAGS_CHOSEN = 'No selected tags'
/** Spelled as the specification does. */
export const TAG_MANAGER = 'Tag Managment'

export const inDays = (count: number): string => countedIn(count, 'day')
export const NO_SUCH_KEYWORD = (id: number): string => `There is no keyword with the number ${id}.`
export const LOST_DAY_FAILURE = 'The lost day could not be loaded.'
