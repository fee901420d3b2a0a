/** What jobs do, in words that follow "could not"; by their names. */
export const JOB_LABELS: Readonly<Record<string, string>> = {
  'auth.mail-password-link': 'Mail a password link',
  'auth.mail-notice': 'Mail about an account',
  'notices.mail': 'Mail a notice',
  'articles.mirror-task': 'Bring the task of an article up to date',
  'articles.mirror-post': 'Bring the post of an article up to date',
  'articles.follow-task': 'Follow a task',
  'articles.retry-mirrors': 'Try copies of articles again',
  'articles.find-published': 'Look for published posts',
  'audit.remove-old': 'Clear the audit trail',
  'auth.remove-old-sessions': 'Clear old sessions',
  'auth.remove-old-counts': 'Clear counts of tries',
  'board.deliver': 'Tell a subscriber of the board',
  'bot.remove-old': 'Clear old talks with the bot',
  'content-tracker.follow-articles': 'Follow the posts of articles',
  'exports.make': 'Make a file',
  'exports.sweep': 'Clear old files',
  'idempotency.remove-old-calls': 'Clear answers to named calls',
  'images.remove-unused': 'Clear unused pictures',
  'keyword-changes.make': 'Change keywords',
  'keyword-changes.sweep': 'Clear old changes',
  'notices.remove-old': 'Clear old notices',
  'opportunities.refresh': 'Read the keyword market anew',
  'outside.check': 'Ask outside systems whether they work',
  'product-library.begin-scan': 'Begin a scan of stock',
  'product-library.scan-stock': 'Scan stock',
  'share-of-voice.keep-days': 'Roll share of voice on',
  'share-of-voice.begin-collection': 'Begin a day of share of voice',
  'share-of-voice.collect-batch': 'Collect share of voice',
  'user-activity.roll-up-visits': 'Roll up visits',
  'webhooks.process-delivery': 'Read what a board has told',
  'webhooks.reconcile': 'Subscribe to boards',
  'webhooks.remove-old-deliveries': 'Clear old deliveries',
}

/** What a job does; one of another version by its name. */
export const jobLabel = (name: string): string =>
  (Object.hasOwn(JOB_LABELS, name) ? JOB_LABELS[name] : undefined) ?? name
