import type { ValidationCommand } from '#shared/features/articles/articles/rules.ts'

export const DECIDED: Readonly<Record<ValidationCommand, string>> = {
  approve: 'Approved',
  return: 'Returned',
  reject: 'Rejected',
}
export const UNDONE: Readonly<Record<ValidationCommand, string>> = {
  approve: 'Approval undone.',
  return: 'Return undone.',
  reject: 'Rejection undone.',
}
/** What happens when the time is up. */
export const THEN: Readonly<Record<ValidationCommand, string>> = {
  approve: 'When the time is up, we send the article to its site. Undo puts it back in the queue.',
  return: 'When the time is up, we notify the requester. Undo puts the article back in the queue.',
  reject: 'When the time is up, we notify the requester. Undo puts the article back in the queue.',
}
/** What begins when the time is up. */
export const SENT: Readonly<Record<ValidationCommand, string>> = {
  approve: 'The article is being sent to its site.',
  return: 'The requester is being notified.',
  reject: 'The requester is being notified.',
}
export const FAILURES = { undo: 'Could not undo the decision' }
