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
  approve: 'When the time is up, we create the draft post. Undo puts the article back in the queue.',
  return: 'When the time is up, we notify the requester. Undo puts the article back in the queue.',
  reject: 'When the time is up, we notify the requester. Undo puts the article back in the queue.',
}
/** What has happened after the time is up. */
export const SENT: Readonly<Record<ValidationCommand, string>> = {
  approve: 'The draft post is being created.',
  return: 'The requester has been notified.',
  reject: 'The requester has been notified.',
}
export const FAILURES = { undo: 'Could not undo the decision' }
