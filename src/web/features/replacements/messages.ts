import type { ReplacementPlace, ReplacementRow } from '#shared/features/replacements/contract.ts'
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
  here: { title: 'Here', note: 'we draft an update, you submit it' },
  hereLive: { title: 'Here', note: 'in Copydesk, or live if you tick it' },
  sites: { title: 'On their sites', note: 'not a Copydesk article' },
} as const
export const NO_SENTENCES = 'The request names both products and the link, but no sentences.'
export const OPEN_SENTENCES = 'The request lists these as sentences that need new words:'
export const STAYING_LINKS = 'These stay, because we didn’t check the new product on their marketplace:'
export const REQUESTED = 'The draft says what to put where on its site.'

/** The edits that an article requests of a post on its site. */
export const EDITS = {
  title: 'Edit the post on its site',
  about:
    'Copy each part into the post. Once it’s edited there, you can delete this draft; we check the post every night.',
  old: 'Old product',
  new: 'New product',
  asin: 'New ASIN',
  link: 'New link',
  sentences: 'Sentences',
  instead: 'Put instead:',
  remove: 'Remove this sentence.',
  open: 'Still about the old product. Write these anew:',
  stays: 'Leave these. They lead to another marketplace:',
  unread: 'We couldn’t prepare the sentences of this post. Look up where it names the old product.',
  openPost: 'Open the post',
  copied: 'Copied.',
} as const
export const EMPTY_REPLACED = 'No replacements in the last 60 days.'
const AS_DRAFTS = 'Nothing changes for readers until the updates are approved.'
export const CLAIMS = 'Sentences that still name it:'
export const LEFTOVERS = 'These stay as they are and would still be about the old product:'
export const ACCEPT_LEFTOVERS = 'I’ve read these. Replace it anyway.'
export const SAME_WORDS = 'The text stays the same; only the links change.'

/** The number of places, and of live posts among them, which are changed directly. */
interface Places {
  count: number
  live: number
}

/** What the replacement does with the selected places; if none is selected, with all that are offered. */
export function asDone({ count, live }: Places, offered: Places): string {
  if (count === 0 && offered.live > 0) {
    const articles = offered.live < offered.count ? ', articles as drafts' : ''
    return `Live posts change right away${articles}. You can undo for 30 days.`
  }
  if (live === 0) return AS_DRAFTS
  const rest = count > live ? ', the rest as drafts' : ''
  return `${countedIn(live, 'live post')} will change right away${rest}. You can undo for 30 days.`
}

/** Why the button is disabled: sentences about the old product without a decision. */
export const toAnswer = (count: number) => `Rewrite or remove ${countedIn(count, 'sentence')} first.`

/** Why the button is disabled: live posts whose remaining mentions of the old product are not accepted. */
export const toAccept = (count: number) =>
  `Read what stays in ${countedIn(count, 'live post')} and accept it, or leave ${count === 1 ? 'it' : 'them'} out.`

/** `Draft 2 updates`, `Change 1 live post`, or both; if nothing is selected, for all that are offered. */
export function replaceIn({ count, live }: Places, offered: Places): string {
  const drafts = count - live
  const isLive = live > 0 || (count === 0 && offered.live > 0)
  if (!isLive) return `Draft ${countedIn(drafts, 'update')}`
  const changed = countedIn(live, 'live post')
  return drafts === 0 ? `Change ${changed}` : `Draft ${countedIn(drafts, 'update')}, change ${changed}`
}

/** The kind of change to a place, by its status. */
export function kindOf({ status, way }: ReplacementPlace): string {
  if (way === 'live') return 'live post, not from Copydesk: changes on its site'
  if (way === 'request') return 'we draft the new text as an update request'
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
  stays: 'stays',
}
export const stateWords = ({
  state,
  is_drafted: isDrafted,
}: Pick<ReplacementPlace, 'state' | 'is_drafted'>) => (isDrafted ? 'drafted' : STATE_WORDS[state])

const TOLD = ['done', 'waiting', 'failed', 'changed', 'undone', 'taking-back', 'stays'] as const

/** `2 drafted, 1 changed, 1 failed`: a draft has not changed anything for readers. */
export function outcomeWords({ places, drafted }: Pick<ReplacementRow, 'places' | 'drafted'>): string {
  const ends = TOLD.flatMap((state) => {
    const count = (places[state] ?? 0) - (state === 'done' ? drafted : 0)
    return count > 0 ? `${counted(count)} ${STATE_WORDS[state]}` : []
  })
  return [...(drafted > 0 ? [`${counted(drafted)} drafted`] : []), ...ends].join(', ')
}

export const daysLeft = (days: number | null) => `${countedIn(days ?? 0, 'day')} left`
