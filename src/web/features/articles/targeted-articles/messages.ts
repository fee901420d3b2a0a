export const TITLE = 'Targeted Articles'
export const ADD_ARTICLE = 'Add Article'
export const ADD_ANOTHER = 'Do you want to add a new one?'
export const EMPTY = 'No articles target this keyword yet. Find one on the task board or request a new one.'
export const POSTS_TITLE = 'Live posts with this focus keyword'
export const PENDING_TITLE = 'Pending articles'

/** Titles of errors. */
export const FAILURES = {
  list: 'Articles could not be searched.',
  search: 'Articles could not be searched.',
  add: 'Article could not be saved.',
  remove: 'Article could not be saved.',
  save: 'Error',
} as const
