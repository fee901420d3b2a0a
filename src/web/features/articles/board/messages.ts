import { counted } from '#shared/format/count.ts'
export const MESSAGES = {
  readBoard: 'Couldn’t load the board',
  readTask: 'Couldn’t load the task',
  change: 'Couldn’t change the task',
  comment: 'Couldn’t post the comment',
  noBoard: 'There’s no such board here',
  lookOutside: 'If your team uses an outside task board, look there.',
  noTask: 'This task doesn’t exist here',
  lookForTask: 'It may have been deleted, or be on an outside task board.',
  emptySection: 'No tasks',
  noNotes: 'No notes',
  noComments: 'No comments yet',
} as const

/** Shown above the newest comments if there are more. */
export const olderComments = (count: number) =>
  count === 1 ? '1 older comment isn’t shown.' : `${counted(count)} older comments aren’t shown.`
