/** Titles of failures. */
export const FAILURES = {
  keywords: 'Keywords could not be searched.',
  questions: 'Questions could not be searched.',
} as const

export const NO_KEYWORDS = 'Nobody is known to type anything like it.'
export const NO_QUESTIONS = 'Nobody is known to ask about it.'
export const BEGIN =
  'Type what a reader would type: what else people search for and what they ask stands here.'
