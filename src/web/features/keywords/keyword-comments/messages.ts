/** Titles of errors, worded by the specification. */
export const FAILURES = {
  load: 'There was a problem loading the keywords comments.',
  create: 'There was a problem creating the keyword comment.',
  update: 'There was a problem updating the keyword comment.',
  remove: 'There was a problem deleting the keyword comment.',
  people: 'Users could not be searched.',
} as const

export const EMPTY = 'No comments yet. Write what the next person should know. Use @ to mention a colleague.'
