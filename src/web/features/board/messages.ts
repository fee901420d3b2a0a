import { counted } from '#shared/format/count.ts'
export const MESSAGES = {
  readBoard: 'Could not read the board',
  readTask: 'Could not read the task',
  change: 'Could not change the task',
  comment: 'Could not comment on the task',
  noBoard:
    'There is no board of this number here. A team that works with another task board finds its tasks there.',
  noTask: 'There is no task of this number here. It may have been deleted, or lie on another task board.',
  emptySection: 'No tasks',
  noNotes: 'No notes',
  noComments: 'No comments yet',
} as const

/** Above the newest comments, where there are more. */
export const olderComments = (count: number) =>
  count === 1 ? 'One older comment is not shown.' : `${counted(count)} older comments are not shown.`
