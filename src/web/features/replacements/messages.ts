import type { ReplacementPlace, ReplacementRow } from '#shared/features/replacements/contract.ts'
import { STARS_LEAST } from '#shared/features/replacements/rules.ts'
import { counted, countedIn } from '#shared/format/count.ts'

/** Titles of failures. */
export const FAILURES = {
  candidates: 'Products could not be searched.',
  prepare: 'What would change could not be found out.',
  difference: 'Which sentences would change could not be read.',
  apply: 'The product could not be replaced.',
  retry: 'The places could not be tried again.',
  undo: 'The replacement could not be undone.',
  read: 'The replacement could not be read.',
  list: 'Replacements could not be searched.',
} as const

export const REPLACE_EVERYWHERE = 'Replace everywhere'
export const NO_CANDIDATE = `No product on this shelf is in stock with ${STARS_LEAST} ★ or better.`
export const NO_PLACES = 'No article of ours recommends it: there is nothing to replace here.'
export const ALL_BLOCKED = 'None of these can be replaced from here; look at them by hand.'
export const EMPTY_REPLACED = 'Nothing was replaced in the last 60 days.'
const AS_DRAFTS = 'As drafts; can be undone for 30 days'
export const SAME_WORDS = 'No sentence changes: its links lead to the new product.'

/** How many places there are, and how many of them are live posts, which are changed in place. */
interface Places {
  count: number
  live: number
}

/** What a replacement does, by what is ticked; while nothing is, by what could be. */
export function asDone({ count, live }: Places, offered: Places): string {
  if (count === 0 && offered.live > 0) {
    const articles = offered.live < offered.count ? ', articles as drafts' : ''
    return `Live posts at once${articles}; can be undone for 30 days`
  }
  if (live === 0) return AS_DRAFTS
  const rest = count > live ? ', the rest as drafts' : ''
  return `${countedIn(live, 'live post')} changed at once${rest}; can be undone for 30 days`
}

/** `Replace in 6 articles`; with live posts among them, in 6 places. */
export const replaceIn = ({ count, live }: Places, offered: Places) =>
  `Replace in ${countedIn(count, live > 0 || (count === 0 && offered.live > 0) ? 'place' : 'article')}`

/** What happens in a place, by how it stands. */
export function kindOf({ status, way }: ReplacementPlace): string {
  if (way === 'live') return 'live post, not written here: is changed in place'
  if (status === null) return 'on its site'
  return way === 'update' ? `${status}: gets an update draft` : `${status}: is saved`
}

const STATE_WORDS: Readonly<Record<ReplacementPlace['state'], string>> = {
  open: 'not replaced',
  blocked: 'cannot be replaced',
  left: 'left as it is',
  waiting: 'being replaced …',
  done: 'replaced',
  failed: 'failed',
  changed: 'changed in between',
  'taking-back': 'being put back …',
  undone: 'put back',
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
