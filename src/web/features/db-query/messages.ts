/** What the Database Interface says where the server says nothing. */
export const FAILURES = {
  execute: 'The query could not be asked.',
  console: 'The tables could not be read.',
  saved: 'The saved queries could not be read.',
  history: 'Your queries could not be read.',
  save: 'The query could not be saved.',
  remove: 'The query could not be deleted.',
} as const

export const BEGIN = 'Type a query and press Execute, or click a table to see its first rows.'
export const NO_SAVED = 'No query was saved yet. Save one, and everybody who may ask finds it here.'
export const NO_HISTORY = 'What you ask stands here.'
export const NO_SUCH_TABLE = 'No table or column has these words.'
export const LEFT_OUT = 'Passwords, tokens and sessions are not in these tables.'
export const NO_ROWS = 'The query answered no rows.'
export const NO_LONGER_SAVED = 'This query is not saved any more; what you see is what you had typed.'
export const KEPT = 'Each query is kept in the log with its author.'
