export const FAILURES = {
  read: 'Couldn’t load notices',
  mark: 'Couldn’t mark the notices as read',
  ask: 'Couldn’t ask for access',
} as const

export const EMPTY =
  'No notices yet. You’ll be notified here when your article is returned, approved or rejected, or when someone replies to your review or mentions you.'

export const ASK_ACCESS = 'Ask for access'
