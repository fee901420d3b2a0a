export const FAILURES = {
  read: 'Could not get the notices',
  mark: 'Could not mark the notices as read',
} as const

export const EMPTY =
  'Nothing has happened yet. When your article is returned, approved or rejected, or somebody replies to your review, you are told here.'
