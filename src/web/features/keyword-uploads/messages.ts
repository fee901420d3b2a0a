import { countedIn } from '#shared/format/count.ts'

export const UPLOAD_FAILED = 'Keywords could not be uploaded.'
export const ONLY_CSV = 'Only .csv files can be uploaded.'

export const addedWords = (count: number) => `${countedIn(count, 'keyword')} added`
export const repeatedWords = (count: number) => `${countedIn(count, 'keyword')} repeated`
export const refusedWords = (count: number) => `${countedIn(count, 'line')} refused`
export const wouldAddWords = (count: number) => `${countedIn(count, 'keyword')} to add`

/** What must not look like a success. */
export const FILE_EMPTY = 'The file is empty: there is no keyword in it.'
export const HEADING_ALONE = 'There is a heading, and no keyword below it.'
export const NOTHING_ADDED = 'Nothing was added.'
export const NOTHING_TO_ADD = 'Nothing would be added.'

export const HEADING_TAKEN = 'The first line is taken for a heading.'
export const HEADING_NOT_TAKEN =
  'The first line is taken for a keyword like the others. If it is a heading, name the column of the keywords “keyword”.'
