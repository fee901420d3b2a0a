import type { WordSide } from '#shared/features/comparison/rules.ts'

export const TITLE = 'Article Comparison'
export const EXCLUSION_LIST = 'Exclusion List'
export const READ_ONLY = 'You can read this list; changing it is for people who manage excluded words.'
export const OPEN_STORY = 'Click here to open the Amazon URL'
export const CREATE_UPDATE = 'Create update'
export const UPDATE_BEGUN = 'An update is on its way'
export const ADD_ANOTHER = 'Do you want to add a new one?'
/** Which article has the products already, as a sentence. */
export const hasAll = (title: string): string => `“${title}” has all of these products by now.`

/** Which articles are on their way, as a sentence. */
export function onTheirWay(titles: readonly string[]): string {
  const named = new Intl.ListFormat('en-US').format(titles.map((title) => `“${title}”`))
  return `${named} ${titles.length === 1 ? 'is on its' : 'are on their'} way for this keyword and site.`
}

export const REQUEST_ARTICLE = 'Request an article'
export const ASK_FOR_ARTICLE =
  'Requesting one is for people who may create articles, operations managers and QA among them: mention one of them in a comment on the keyword.'
export const COMMENT = 'Comment on the keyword'

/** Titles of failures. */
export const FAILURES = {
  stat: 'The comparison could not be opened.',
  theirs: 'Their article could not be scanned.',
  ours: 'Our article could not be scanned.',
  words: 'The exclusion list could not be read.',
  saveWords: 'Excluded Words could not be saved.',
  create: 'The update could not be created.',
  sites: 'Could not search sites',
} as const

/** The categories, as the specification writes them. */
export const CATEGORIES = {
  updated: 'UPDATED',
  hero: 'HERO TEXT',
  products: 'PRODUCTS',
  keywords: 'KEYWORDS',
  words: 'WORDS',
  paragraphs: 'PARAGRAPHS',
  figures: 'FIGURES',
  titles: 'TITLES / SUBTITLE',
  bold: 'BOLD CONTENT',
} as const

export const SIDE_LABELS: Readonly<Record<WordSide, string>> = {
  both: 'in both',
  theirs: 'only theirs',
  ours: 'only ours',
  'more theirs': 'more in theirs',
  'more ours': 'more in ours',
}

export const UNKNOWN = 'not said'
export const NONE = 'None'
export const NO_WORDS = 'No word that says something is used so often.'

/** Where the page of the post that was asked about could not be read. */
export const INSTEAD =
  'The page of this post could not be read. This is the article of ours that last held the keyword.'
