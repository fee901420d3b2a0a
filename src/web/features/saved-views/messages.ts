/** Titles of failures. */
export const FAILURES = {
  list: 'Views could not be loaded.',
  save: 'The view could not be saved.',
  remove: 'The view could not be deleted.',
  start: 'What opens after signing in could not be chosen.',
} as const

export const NO_VIEWS = 'No views yet. Save the filters, columns and order that you come back to.'
export const SAVE_VIEW = 'Save view…'
export const TEAM_HINT = 'The team sees it in its menu; only you change it.'
export const AFTER_SIGN_IN = 'Opens after signing in'
