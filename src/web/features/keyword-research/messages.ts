/** Titles of errors. */
export const FAILURES = {
  keywords: 'Keywords could not be searched.',
  questions: 'Couldn’t search questions.',
  export: 'Couldn’t export the keywords.',
} as const

/** Saves the found keywords as a file. */
export const EXPORT = 'Export CSV'
export const NO_KEYWORDS = 'No related searches found.'
export const NO_QUESTIONS = 'No questions found.'
export const NOT_CONNECTED = {
  title: 'Keyword research isn’t connected',
  text: 'Related searches and questions come from a data provider.',
  how: 'How to connect a provider',
} as const
/** The server settings of the providers. */
export const RESEARCH_SETTINGS = [
  'KEYWORD_RESEARCH_VENDOR',
  'DATAFORSEO_LOGIN',
  'DATAFORSEO_PASSWORD',
  'SERPAPI_KEY',
] as const
export const BEGIN = 'Enter a search to see related keywords and questions.'
