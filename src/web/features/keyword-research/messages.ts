/** Titles of failures. */
export const FAILURES = {
  keywords: 'Keywords could not be searched.',
  questions: 'Couldn’t search questions.',
} as const

export const NO_KEYWORDS = 'No related searches found.'
export const NO_QUESTIONS = 'No questions found.'
export const BEGIN = 'Enter a search to see related keywords and questions.'
