/** Error messages of the Database Interface, where the server sends none. */
export const FAILURES = {
  execute: 'Couldn’t run the query.',
  console: 'Couldn’t load the tables.',
  saved: 'Couldn’t load the saved queries.',
  history: 'Couldn’t load your queries.',
  save: 'Couldn’t save the query.',
  remove: 'Couldn’t delete the query.',
} as const

export const BEGIN = 'Type a query and press Execute, or click a table to see its first rows.'
export const NO_SAVED = 'No saved queries yet. Saved queries are visible to everyone with console access.'
export const NO_HISTORY = 'Queries you run appear here.'
export const NO_SUCH_TABLE = 'No tables or columns match.'
export const LEFT_OUT = 'These tables don’t include passwords, tokens or sessions.'
export const NO_ROWS = 'The query returned no rows.'
export const NO_LONGER_SAVED = 'This query is no longer saved. Your last version is shown.'
export const KEPT = 'Queries are logged with your name.'
