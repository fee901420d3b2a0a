import type { ArticleAction, PostRemedy, PostState, SyncedField } from '#shared/features/articles/rules.ts'
import { fullName, type Named } from '#shared/format/full-name.ts'

/** Titles of failures, as the specification words them. */
export const FAILURES = {
  history: 'Articles could not be searched.',
  statuses: 'Could not search list of status',
  sites: 'Could not search sites',
  pending: 'Could not get articles',
  read: 'Could not find the article',
  save: 'Could not save the article',
  submit: 'Could not submit the article',
  reason: 'Error on saving the reason.',
  cancel: 'Could not cancel the article',
  approve: 'Could not approve the article',
  delete: 'Could not delete the article',
  sync: 'Could not sync the article',
  retry: 'Could not try the copy again',
  post: 'Could not mend the post',
  renewal: 'Could not put the post back',
  tick: 'Could not save the checklist',
} as const

/** What is said not to be loaded, where nothing would look like none. */
export const NOT_LOADED = {
  preflight: 'The preflight findings',
  changes: 'The changes since the last return',
} as const

/** Above products that nobody has chosen yet. */
export const PROPOSED_PRODUCTS =
  'Proposed: the products that share this search. Remove those that the article does not recommend.'

/** What a validator does who opens an article that was requested. */
export const REVIEW = 'Review'

/** The same for whoever only reads it. */
export const ARTICLE = 'Article'

/** What articles are sent back for again and again; chosen, they become words that may be changed. */
export const QUICK_REASONS = {
  return: [
    'A product is out of stock.',
    'A product is not what its name says.',
    'The intro needs another pass.',
    'An award does not fit its product.',
    'A summary is missing or too thin.',
    'The questions are not the ones that readers ask.',
  ],
  reject: [
    'The keyword has an article already.',
    'The products do not fit the keyword.',
    'The site is not the right one for this.',
    'The keyword is not worth an article.',
  ],
} as const

export const ACTION_LABELS: Readonly<Record<ArticleAction, string>> = {
  approve: 'Approve',
  return: 'Return',
  reject: 'Reject',
  edit: 'Edit',
  submit: 'Submit',
  resubmit: 'Resubmit',
  cancel: 'Cancel',
  delete: 'Delete',
}

export const DONE = {
  saved: 'Article saved',
  drafted: 'Draft saved',
  submitted: 'Article submitted',
  resubmitted: 'Article resubmitted',
  approved: 'Article approved',
  returned: 'Article returned',
  rejected: 'Article rejected',
  canceled: 'Article canceled',
  deleted: 'Draft deleted',
  synced: 'Article synced',
  nothingSynced: 'Nothing has changed',
  syncedBefore: 'Already synced less than a minute ago',
  queue: 'That was the last one. Nothing waits for you.',
} as const

/** Said when the next article of the queue is passed over. */
export const skippedWords = (reviewer: Named) => `Skipped an article that ${fullName(reviewer)} is reviewing`

/** Leads from where one is told of an article to its page. */
export const OPEN_ARTICLE = 'Open it'

export const QUESTIONS = {
  submit: 'Are you sure you want to submit this article?',
  selfApprove: 'You requested this article yourself. Its history will say “self-approved”.',
  approve: 'What was changed here is saved first.',
  cancel: 'A canceled article cannot be brought back.',
  delete: 'The draft is deleted for good.',
} as const

/** What an event of an article's history is called. */
export const EVENT_LABELS: Readonly<Record<string, string>> = {
  drafted: 'saved a draft',
  saved: 'edited it',
  requested: 'requested the article',
  approved: 'approved',
  returned: 'returned',
  rejected: 'rejected',
  'decision-undone': 'undid the decision',
  resubmitted: 'resubmitted',
  canceled: 'canceled',
  published: 'published',
  'task-added': 'added the task to the board',
  'post-drafted': 'made the draft post',
  revised: 'approved an update, which is its text now',
  'post-moved': 'gave the post another address',
  'post-lost': 'took the post away',
  'post-back': 'brought the post back',
  'post-renewed': 'asked for a new post',
  adopted: 'took the article over from its task',
  'keyword-linked': 'added a keyword',
  'keyword-unlinked': 'took a keyword off',
  'handed-over': 'handed the article over',
}

/** Why an article has no post, or an old one, where that is known. */
export const MIRROR_WORDS = {
  waiting: 'The post is being brought up to date.',
  failed: 'The post could not be brought up to date:',
  again: 'It is tried again:',
} as const

/** What has become of a post that readers see no more. */
export const LOST_POST: Partial<Record<PostState, string>> = {
  withdrawn: 'The post is not published any more: it is a draft again since',
  trashed: 'The post was thrown away on its site; noticed',
  gone: 'The post was deleted on its site; noticed',
}

/** What a post leaves behind whose address somebody has changed on its site. */
export const redirectWords = (from: string): string =>
  `Readers found it at ${from} before. That address needs a redirect, where the site makes none by itself.`

/** What can be done about that. */
export const REMEDIES: Readonly<Record<PostRemedy, { label: string; done: string }>> = {
  publish: { label: 'Publish again', done: 'The post is published again' },
  renew: { label: 'Make a new post', done: 'A new draft is being made' },
}

export const TRY_AGAIN = 'Try again now'

/** What an article's copy is doing that does not show the article as it is. */
export const MIRROR_STATES = {
  waiting: 'The task is being brought up to date.',
  failed: 'The task could not be brought up to date.',
} as const

/** What a sync may change, as people read it. */
export const SYNCED: Readonly<Record<SyncedField, string>> = {
  status: 'status',
  asana_section: 'section of the task',
  asana_url: 'link of the task',
  post: 'where the post stands',
}

export const NONE = 'None'
export const PENDING = 'Pending'
export const EMPTY_PENDING =
  'Nothing waits for you. Your drafts, requests and returned articles appear here, and requests to validate if you are QA.'
export const EMPTY_HISTORY = 'No articles yet. Every requested article appears here.'
export const EMPTY_FILTERED = 'No article fits these filters.'

/** How the marketplace stands to a product that it does not sell now. */
export const SHOP_STOCK = { OUT_OF_STOCK: 'Out of stock', INVALID_ASIN: 'Invalid ASIN' } as const
