export const MESSAGES = {
  ownFailed: 'Your work could not be read.',
  failed: 'The work could not be read.',
  ownEmpty: 'You have not requested an article yet.',
  empty: 'No articles requested yet.',
  actsFailed: 'What you did last could not be read.',
  noActs: 'Nothing yet.',
} as const

/** Where one's articles stand, in the order in which they want to be looked at. */
export const FACTS = [
  { status: 'returned', label: 'Returned', note: 'waiting for you' },
  { status: 'draft', label: 'Drafts', note: 'not sent yet' },
  { status: 'requested', label: 'With QA', note: 'waiting for a reading' },
  { status: 'approved', label: 'Approved', note: 'on their way' },
  { status: 'published', label: 'Published', note: 'out' },
] as const
