export const MESSAGES = {
  ownFailed: 'Couldn’t load your work.',
  failed: 'Couldn’t load the work.',
  ownEmpty: 'You haven’t requested any articles yet.',
  empty: 'No articles requested yet.',
  actsFailed: 'Couldn’t load your recent activity.',
  noActs: 'Nothing yet.',
} as const

/** The article statuses in order of urgency. */
export const FACTS = [
  { status: 'returned', label: 'Returned', note: 'waiting for you' },
  { status: 'draft', label: 'Drafts', note: 'not sent yet' },
  { status: 'requested', label: 'With QA', note: 'waiting for review' },
  { status: 'approved', label: 'Approved', note: 'not published yet' },
  { status: 'published', label: 'Published', note: 'live' },
] as const
