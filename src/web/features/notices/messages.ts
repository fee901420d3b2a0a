export const FAILURES = {
  read: 'Could not get the notices',
  mark: 'Could not mark the notices as read',
} as const

export const EMPTY =
  'Nothing has happened yet. When your article is returned, approved or rejected, somebody replies to your review, or mentions you in a comment, you are told here.'
