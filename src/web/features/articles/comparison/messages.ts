import type { WordSide } from '#shared/features/articles/comparison/rules.ts'

export const TITLE = 'Article Comparison'
export const EXCLUSION_LIST = 'Exclusion List'
export const READ_ONLY = 'You can view this list. Only people who manage excluded words can change it.'
export const OPEN_STORY = 'Click here to open the Amazon URL'
export const CREATE_UPDATE = 'Create update'
export const UPDATE_BEGUN = 'Update in progress'
/** `content` says why there may be no need for another update. */
export const anotherQuestion = (content: string) => ({
  title: 'Do you want to add a new one?',
  content,
  okText: 'Yes',
  cancelText: 'No',
})
export const updateQuestion = (title: string) => ({
  title: 'Request an update?',
  content: `A draft opens with what “${title}” lacks.`,
  okText: 'Request update',
  cancelText: 'Cancel',
})
/** The article that already has the products, as a sentence. */
export const hasAll = (title: string): string => `“${title}” already has all of these products.`

/** The articles in progress, as a sentence. */
export function onTheirWay(titles: readonly string[]): string {
  const named = new Intl.ListFormat('en-US').format(titles.map((title) => `“${title}”`))
  return `${named} ${titles.length === 1 ? 'is' : 'are'} already in progress for this keyword and site.`
}

export const REQUEST_ARTICLE = 'Request an article'
export const ASK_FOR_ARTICLE =
  'You can’t request articles. Mention an operations manager or QA in a comment on the keyword.'
export const COMMENT = 'Comment on the keyword'

/** Titles of errors. */
export const FAILURES = {
  stat: 'Couldn’t open the comparison.',
  theirs: 'Couldn’t scan their article.',
  ours: 'Couldn’t scan our article.',
  words: 'Couldn’t load the exclusion list.',
  saveWords: 'Excluded Words could not be saved.',
  create: 'Couldn’t create the update.',
  sites: 'Could not search sites',
} as const

/** The categories, worded by the specification. */
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

export const UNKNOWN = 'unknown'
export const NONE = 'None'
export const NO_WORDS = 'No significant words are used that often.'

/** Shown if the page of the requested post could not be read. */
export const INSTEAD = 'We couldn’t read this post’s page. Showing our article that last held the keyword.'
