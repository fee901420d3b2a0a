import type {
  ArticleAction,
  PostRemedy,
  PostState,
  SyncedField,
} from '#shared/features/articles/articles/rules.ts'
import { fullName, type Named } from '#shared/format/full-name.ts'

/** Titles of errors, worded by the specification. */
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
  retry: 'Couldn’t retry',
  post: 'Couldn’t repair the post',
  renewal: 'Couldn’t restore the post’s old text',
  tick: 'Couldn’t save the checklist',
} as const

/** In place of an article whose read failed; the notification has the title of the failure. */
export const ARTICLE_MISSING = 'This article didn’t load'

/** Names of data that could not be loaded, where an empty place would look like there is none. */
export const NOT_LOADED = {
  preflight: 'The preflight findings',
  changes: 'The changes since the last return',
} as const

/** Heading above proposed products that are not chosen yet. */
export const PROPOSED_PRODUCTS =
  'Proposed: the products that share this search. Remove those the article doesn’t recommend.'

/** Label of the link to a requested article, for validators. */
export const REVIEW = 'Review'

/** Label of the same link for users who can only read the article. */
export const ARTICLE = 'Article'

/** Common reasons for returning an article; a chosen one is inserted as text that can be edited. */
export const QUICK_REASONS = {
  return: [
    'A product is out of stock.',
    'A product doesn’t match its name.',
    'The intro needs another pass.',
    'An award doesn’t fit its product.',
    'A summary is missing or too thin.',
    'The questions aren’t the ones readers ask.',
  ],
  reject: [
    'The keyword already has an article.',
    'The products don’t fit the keyword.',
    'This isn’t the right site for it.',
    'The keyword isn’t worth an article.',
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
  queue: 'That was the last one. Nothing is waiting for you.',
} as const

/** The message when the next articles of the queue are skipped. */
export const skippedWords = (claims: readonly { user: Named }[]) =>
  claims.length === 1 && claims[0]
    ? `Skipped an article that ${fullName(claims[0].user)} is reviewing`
    : `Skipped ${claims.length} articles that colleagues are reviewing`

/** Label of the link from a notice to the article's page. */
export const OPEN_ARTICLE = 'Open it'

export const QUESTIONS = {
  submit: 'Are you sure you want to submit this article?',
  selfApprove: 'You requested this article yourself. Its history will say “self-approved”.',
  approve: 'Your changes are saved first.',
  cancel: 'You can’t restore a canceled article.',
  delete: 'This deletes the draft permanently.',
} as const

/** Labels of the events in an article's history. */
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
  'post-drafted': 'created the draft post',
  revised: 'approved an update, which replaced its text',
  'post-moved': 'changed the post’s address',
  'post-lost': 'took the post offline',
  'post-back': 'put the post back online',
  'post-renewed': 'requested a new post',
  adopted: 'imported the article from its task',
  'keyword-linked': 'added a keyword',
  'keyword-unlinked': 'removed a keyword',
  'handed-over': 'handed the article over',
}

/** Why an article has no post or an outdated one, if known. */
export const MIRROR_WORDS = {
  waiting: 'The post is being updated.',
  failed: 'Couldn’t update the post:',
  again: 'Retrying after an error:',
} as const

/** The state of a post that readers can no longer see. */
export const LOST_POST: Partial<Record<PostState, string>> = {
  withdrawn: 'The post is no longer published. It went back to a draft',
  trashed: 'The post was moved to the trash on its site; noticed',
  gone: 'The post was deleted on its site; noticed',
}

/** The redirect that a post leaves behind when its address was changed on its site. */
export const redirectWords = (from: string): string =>
  `Its previous address was ${from}. Add a redirect there if the site doesn’t create one.`

/** How each problem can be fixed. */
export const REMEDIES: Readonly<Record<PostRemedy, { label: string; done: string }>> = {
  publish: { label: 'Publish again', done: 'The post is published again' },
  renew: { label: 'Create a new post', done: 'Creating a new draft' },
}

export const TRY_AGAIN = 'Try again now'

/** States of an article's copy on the site that differs from the article. */
export const MIRROR_STATES = {
  waiting: 'The task is being updated.',
  failed: 'Couldn’t update the task.',
} as const

/** Labels of the fields that a sync may change. */
export const SYNCED: Readonly<Record<SyncedField, string>> = {
  status: 'status',
  asana_section: 'section of the task',
  asana_url: 'link of the task',
  post: 'state of the post',
}

export const NONE = 'None'
export const PENDING = 'Pending'
export const EMPTY_PENDING =
  'Nothing is waiting for you. Your drafts, requests and returned articles appear here; QA also sees requests to validate.'
export const EMPTY_HISTORY = 'No articles yet. Every requested article appears here.'
export const EMPTY_FILTERED = 'No articles match these filters.'

/** A product that the catalogue says nothing about, because it failed or none is connected. */
export const NO_NAME = 'No answer from the catalogue; type the name yourself'

/** Marketplace states of a product that it does not currently sell. */
export const SHOP_STOCK = { OUT_OF_STOCK: 'Out of stock', INVALID_ASIN: 'Invalid ASIN' } as const
