import type { ReplacementPlace, ReplacementRow } from '#shared/features/replacements/contract.ts'
import { STARS_LEAST } from '#shared/features/replacements/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** Titles of failures. */
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
export const NO_CANDIDATE = `No product in this category is in stock with ${STARS_LEAST} ★ or more.`
export const NO_PLACES = 'None of our articles recommends it, so there’s nothing to replace.'
export const ALL_BLOCKED = 'These posts must be edited on their sites.'
export const EMPTY_REPLACED = 'No replacements in the last 60 days.'
const AS_DRAFTS = 'Saved as drafts. You can undo for 30 days.'
export const CLAIMS = 'Sentences that still name it:'
export const LEFTOVERS = 'These stay as they are and would still be about the old product:'
export const ACCEPT_LEFTOVERS = 'I’ve read these. Replace it anyway.'
export const SAME_WORDS = 'The text stays the same; only the links change.'

/** How many places there are, and how many of them are live posts, which are changed in place. */
interface Places {
  count: number
  live: number
}

/** What a replacement does, by what is ticked; while nothing is, by what could be. */
export function asDone({ count, live }: Places, offered: Places): string {
  if (count === 0 && offered.live > 0) {
    const articles = offered.live < offered.count ? ', articles as drafts' : ''
    return `Live posts change right away${articles}. You can undo for 30 days.`
  }
  if (live === 0) return AS_DRAFTS
  const rest = count > live ? ', the rest as drafts' : ''
  return `${countedIn(live, 'live post')} will change right away${rest}. You can undo for 30 days.`
}

/** What keeps the button from being pressed: sentences about the old product that have no answer. */
export const toAnswer = (count: number) => `Rewrite or remove ${countedIn(count, 'sentence')} first.`

/** Or live posts whose remaining mentions of the old product were not accepted. */
export const toAccept = (count: number) =>
  `Read what stays in ${countedIn(count, 'live post')} and accept it, or leave ${count === 1 ? 'it' : 'them'} out.`

/** `Replace in 6 articles`; with live posts among them, in 6 places. */
export const replaceIn = ({ count, live }: Places, offered: Places) =>
  `Replace in ${countedIn(count, live > 0 || (count === 0 && offered.live > 0) ? 'place' : 'article')}`

/** What happens in a place, by how it stands. */
export function kindOf({ status, way }: ReplacementPlace): string {
  if (way === 'live') return 'live post, not from Copydesk: changes on its site'
  if (status === null) return 'on its site'
  return way === 'update' ? `${status}: gets an update draft` : `${status}: saved`
}

const STATE_WORDS: Readonly<Record<ReplacementPlace['state'], string>> = {
  open: 'not replaced',
  blocked: 'cannot be replaced',
  left: 'left as it is',
  waiting: 'being replaced …',
  done: 'replaced',
  failed: 'failed',
  changed: 'changed since',
  'taking-back': 'undoing …',
  undone: 'undone',
  stays: 'stays',
}
export const stateWords = ({ state }: Pick<ReplacementPlace, 'state'>) => STATE_WORDS[state]

const TOLD = ['done', 'waiting', 'failed', 'changed', 'undone', 'taking-back', 'stays'] as const

/** `3 replaced, 1 failed`. */
export const outcomeWords = ({ places }: Pick<ReplacementRow, 'places'>): string =>
  TOLD.flatMap((state) => {
    const count = places[state]
    return count ? `${counted(count)} ${STATE_WORDS[state]}` : []
  }).join(', ')

export const daysLeft = (days: number | null) => `${countedIn(days ?? 0, 'day')} left`
