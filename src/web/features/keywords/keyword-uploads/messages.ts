import type {
  LineStanding,
  UploadColumn,
  UploadInspection,
  UploadSeparator,
  UploadSource,
  UploadSummary,
} from '#shared/features/keywords/keyword-uploads/contract.ts'
import { countedIn } from '#shared/format/count.ts'

export const UPLOAD_FAILED = 'Keywords could not be uploaded.'
export const ONLY_CSV = 'Only .csv files can be uploaded.'

export const addedWords = (count: number) => `${countedIn(count, 'keyword')} added`
export const repeatedWords = (count: number) => `${countedIn(count, 'keyword')} repeated`
export const refusedWords = (count: number) => `${countedIn(count, 'line')} refused`
export const wouldAddWords = (count: number) => `${countedIn(count, 'keyword')} to add`

/** Results that must not look like a success. */
export const FILE_EMPTY = 'The file is empty.'
export const HEADING_ALONE = 'The file has a header but no keywords.'
export const NOTHING_ADDED = 'Nothing was added.'
export const NOTHING_TO_ADD = 'Nothing to add.'

/** How a line's keyword relates to existing keywords. */
export const STANDING_LABELS: Readonly<Record<LineStanding, string>> = {
  new: 'New',
  here: 'Already here',
  alike: 'Similar',
  twice: 'Duplicate in the file',
}

export const HEADING_TAKEN = 'The first line is used as a header.'
export const HEADING_NOT_TAKEN =
  'The first line is used as a keyword. If it’s a header, rename the keyword column to “keyword”.'

export const COLUMN_NAMES: Readonly<Record<UploadColumn, string>> = {
  keyword: 'Keyword',
  tags: 'Tags',
  sites: 'Sites',
  tracked: 'Tracked',
}
export const NOT_IMPORTED = 'Don’t import'

export const SEPARATOR_NAMES: Readonly<Record<UploadSeparator, string>> = {
  comma: 'Commas',
  semicolon: 'Semicolons',
  tab: 'Tabs',
  pipe: 'Pipes',
  none: 'None: one keyword per line',
}

const SOURCES: Readonly<Record<UploadSource, string>> = {
  copydesk: 'This is a Copydesk file',
  'search-console': 'This is a Search Console export',
  ahrefs: 'This is an Ahrefs export',
  semrush: 'This is a Semrush export',
  'keyword-planner': 'This is a Keyword Planner export',
  other: 'Match the columns',
}
export const sourceWords = ({ source }: UploadInspection) => SOURCES[source]

const KILOBYTE = 1024
/** `812 B`, `48 kB`, `3.1 MB` */
function sizeWords(bytes: number): string {
  if (bytes < KILOBYTE) return `${bytes} B`
  const kilobytes = bytes / KILOBYTE
  return kilobytes < KILOBYTE ? `${Math.round(kilobytes)} kB` : `${(kilobytes / KILOBYTE).toFixed(1)} MB`
}

/** `Queries.csv, 48 kB, commas, UTF-8` */
export const fileWords = ({ name, size }: File, { separator, encoding, columns }: UploadInspection) =>
  [
    name,
    sizeWords(size),
    ...(separator === null || separator === 'none' || columns.length < 2
      ? []
      : [SEPARATOR_NAMES[separator].toLowerCase()]),
    encoding,
  ].join(', ')

export const CHOOSE_KEYWORD = 'Choose the keyword column.'
export const NOTHING_WRITTEN = 'Nothing is saved yet. You can undo an upload for 30 days.'
export const addWords = (outcome: UploadSummary | null) =>
  outcome === null ? 'Add keywords' : `Add ${countedIn(outcome.added, 'keyword')}`
