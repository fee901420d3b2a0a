/** Titles of errors. */
export const FAILURES = {
  list: 'Couldn’t load views.',
  save: 'Couldn’t save the view.',
  remove: 'Couldn’t delete the view.',
  start: 'Couldn’t change your start page.',
} as const

export const NO_VIEWS = 'No views yet. Save filters, columns and order that you use often.'
export const SAVE_VIEW = 'Save view…'
export const TEAM_HINT = 'Everyone on the team sees it; only you can change it.'
export const AFTER_SIGN_IN = 'Opens after signing in'
