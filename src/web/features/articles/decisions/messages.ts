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
  approve: 'Its draft post is created when the time is up. Undo puts it back in the queue.',
  return: 'Its requester is notified when the time is up. Undo puts it back in the queue.',
  reject: 'Its requester is notified when the time is up. Undo puts it back in the queue.',
}
/** What has happened after the time is up. */
export const SENT: Readonly<Record<ValidationCommand, string>> = {
  approve: 'Its draft post is being created.',
  return: 'Its requester is notified.',
  reject: 'Its requester is notified.',
}
export const FAILURES = { undo: 'Could not undo the decision' }
