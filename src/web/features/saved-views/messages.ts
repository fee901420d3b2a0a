/** Titles of failures. */
export const FAILURES = {
  list: 'Views could not be loaded.',
  save: 'The view could not be saved.',
  remove: 'The view could not be deleted.',
} as const

export const NO_VIEWS = 'No views yet. Save the filters, columns and order that you come back to.'
export const SAVE_VIEW = 'Save view…'
export const TEAM_HINT = 'The team sees it in its menu; only you change it.'
