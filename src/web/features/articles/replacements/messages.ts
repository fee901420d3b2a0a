import type { ReplacementPlace, ReplacementRow } from '#shared/features/articles/replacements/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** Titles of errors. */
export const FAILURES = {
  candidates: 'Products could not be searched.',
  prepare: 'Couldn’t work out what would change.',
  difference: 'Couldn’t load the sentences that would change.',
  apply: 'Couldn’t replace the product.',
  retry: 'Couldn’t retry.',
  undo: 'Couldn’t undo the replacement.',
  read: 'Couldn’t load the replacement.',
  list: 'Couldn’t load replacements.',
} as const

export const REPLACE_EVERYWHERE = 'Replace everywhere'
export const NO_CANDIDATE = 'Nothing similar is in stock. Search for one.'
export const STILL_OLD = 'Readers still see the old product. Submit the drafts to change that.'
export const NO_PLACES = 'None of our articles recommends it, so there’s nothing to replace.'
export const ALL_BLOCKED = 'These posts must be edited on their sites.'
export const EDIT_ON_SITE = 'Edit on its site'
/** The two kinds of places, with what happens to each. */
export const GROUPS = {
  here: { title: 'Here', note: 'we draft an update; you submit it' },
  hereLive: {
    title: 'Here',
    note: 'articles change in Copydesk only; live posts you tick change right away',
  },
  sites: { title: 'On their sites', note: 'not written in Copydesk' },
} as const
export const NO_SENTENCES = 'The request lists both products and the new link, but no sentences to change.'
export const OPEN_SENTENCES = 'The request asks the site’s editors to rewrite these:'
export const STAYING_LINKS =
  'These links won’t change, because we haven’t checked the new product on their marketplace:'
export const REQUESTED = 'The draft lists what to change. Edit the post on its site, then delete the draft.'
export const DROPPED = 'Its update was rejected, canceled or deleted, so readers still see the old product.'
export const OPEN_UPDATE = 'Open the update'

/** The edits that an article requests of a post on its site. */
export const EDITS = {
  title: 'Edit the post on its site',
  about: 'Copy each part into the post on its site.',
  ofDraft:
    'Once it’s edited there, you can delete this draft. If you submit it instead, it becomes a new post.',
  failed: 'The requested edits',
  old: 'Old product',
  new: 'New product',
  asin: 'New ASIN',
  link: 'New link',
  sentences: 'Sentences',
  instead: 'Replace with:',
  remove: 'Remove this sentence.',
  open: 'Rewrite these; they’re still about the old product:',
  stays: 'Leave these links; they lead to another marketplace:',
  unread: 'We couldn’t prepare the sentences for this post. Look for the old product in it.',
  openPost: 'Open the post',
  copied: 'Copied.',
} as const
export const EMPTY_REPLACED = 'No replacements in the last 60 days.'
const AS_DRAFTS = 'Nothing changes for readers until the updates are approved.'
const AS_REQUESTS = 'Nothing changes for readers until the posts are edited on their sites.'
const AS_BOTH =
  'Nothing changes for readers until the updates are approved and the posts are edited on their sites.'
export const CLAIMS = 'Sentences that still name it:'
export const LEFTOVERS = 'These won’t change and will still mention the old product:'
export const ACCEPT_LEFTOVERS = 'I’ve read these. Replace it anyway.'
export const SAME_WORDS = 'The text stays the same; only the links change.'

/**
 * The number of places; among them, live posts that are changed directly, and posts to edit on their sites.
 */
interface Places {
  count: number
  live: number
  asked: number
}

function untilWhen({ count, asked }: Places): string {
  if (asked === 0) return AS_DRAFTS
  return asked === count ? AS_REQUESTS : AS_BOTH
}

/** What the replacement does with the selected places; if none is selected, with all that are offered. */
export function asDone(chosen: Places, offered: Places): string {
  const { count, live } = chosen
  if (count === 0 && offered.live > 0) {
    const articles = offered.live < offered.count ? ', articles as drafts' : ''
    return `Live posts change right away${articles}. You can undo for 30 days.`
  }
  if (live === 0) return untilWhen(count === 0 ? offered : chosen)
  const rest = count > live ? ', the rest as drafts' : ''
  return `${countedIn(live, 'live post')} will change right away${rest}. You can undo for 30 days.`
}

/** Why nothing can be replaced yet; undefined if it can. */
export function toFinish(open: {
  /** The place in which the user is still typing. */
  unfinished: Pick<ReplacementPlace, 'title'> | undefined
  /** The number of sentences about the old product without a decision. */
  unanswered: number
  /** The number of live posts whose remaining mentions of the old product are not accepted. */
  unread: number
}): string | undefined {
  const { unfinished, unanswered, unread } = open
  if (unfinished !== undefined) return `Use or cancel your new words in “${unfinished.title}” first.`
  if (unanswered > 0) return `Rewrite or remove ${countedIn(unanswered, 'sentence')} first.`
  if (unread === 0) return undefined
  return `Review what won’t change in ${countedIn(unread, 'live post')} and accept it, or deselect ${unread === 1 ? 'it' : 'them'}.`
}

/** `Draft 2 updates`, `Change 1 live post`, or both; if nothing is selected, for all that are offered. */
export function replaceIn({ count, live }: Places, offered: Places): string {
  const drafts = count - live
  const isLive = live > 0 || (count === 0 && offered.live > 0)
  if (!isLive) return `Draft ${countedIn(drafts, 'update')}`
  const changed = countedIn(live, 'live post')
  return drafts === 0 ? `Change ${changed}` : `Draft ${countedIn(drafts, 'update')}, change ${changed}`
}

/** The kind of change to a place, by its status. */
export function kindOf({ status, way, reason }: ReplacementPlace): string {
  if (way === 'live') return 'live post not written in Copydesk: changes right away'
  if (way === 'request')
    return reason === null ? 'we draft a request with the new text' : 'we draft an update request'
  if (status === null) return 'on its site'
  return way === 'update' ? `${status}: gets an update draft` : `${status}: saved`
}

const STATE_WORDS: Readonly<Record<ReplacementPlace['state'], string>> = {
  open: 'not replaced',
  blocked: 'cannot be replaced',
  left: 'left as it is',
  waiting: 'being replaced …',
  done: 'changed',
  failed: 'failed',
  changed: 'changed since',
  'taking-back': 'undoing …',
  undone: 'undone',
  stays: 'couldn’t be undone',
}
export function stateWords({
  state,
  way,
  is_drafted: isDrafted,
  is_unpublished: isUnpublished,
  is_requested: isRequested,
}: ReplacementPlace) {
  if (isDrafted) return 'drafted'
  if (isUnpublished) return 'not published'
  if (isRequested) return 'to edit on its site'
  return state === 'done' && way === 'request' ? 'request closed' : STATE_WORDS[state]
}

const TOLD = ['done', 'waiting', 'failed', 'changed', 'undone', 'taking-back', 'stays'] as const

/**
 * `2 drafted (1 to edit on its site), 1 not published, 1 changed`: only the last has changed anything for readers.
 */
export function outcomeWords({
  places,
  drafted,
  unpublished,
  requests: { open, closed },
}: Pick<ReplacementRow, 'places' | 'drafted' | 'unpublished' | 'requests'>): string {
  const ends = TOLD.flatMap((state) => {
    const count = (places[state] ?? 0) - (state === 'done' ? drafted + unpublished + closed : 0)
    return count > 0 ? `${counted(count)} ${STATE_WORDS[state]}` : []
  })
  const onSites = open > 0 ? ` (${counted(open)} to edit on ${open === 1 ? 'its site' : 'their sites'})` : ''
  return [
    ...(drafted > 0 ? [`${counted(drafted)} drafted${onSites}`] : []),
    ...(unpublished > 0 ? [`${counted(unpublished)} not published`] : []),
    ...(closed > 0 ? [`${countedIn(closed, 'request')} closed`] : []),
    ...ends,
  ].join(', ')
}

export const daysLeft = (days: number | null) => `${countedIn(days ?? 0, 'day')} left`
