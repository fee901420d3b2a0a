import type { Cause } from '#shared/features/comparison/rules.ts'
import { countedIn } from '#shared/format/count.ts'

/** Titles of failures, as the specification words them. */
export const FAILURES = {
  list: 'Keywords could not be searched.',
  tags: 'Tags could not be searched.',
  sites: 'Could not search sites',
  save: 'Error saving keyword.',
  download: 'Keywords could not be downloaded.',
  export: 'Error exporting keyword.',
  article: 'Article could not be saved.',
} as const

export const EMPTY = 'No keywords found.'
export const CLEAR_FILTERS = 'Clear filters'
export const NO_TAGS_CHOSEN = 'No selected tags'
/** Spelled as the specification does. */
export const TAG_MANAGER = 'Tag Managment'

export const inDays = (count: number): string => countedIn(count, 'day')
export const NO_SUCH_KEYWORD = (id: number): string => `There is no keyword with the number ${id}.`
export const LOST_DAY_FAILURE = 'The lost day could not be loaded.'
export const CAUSES = 'Likely causes'
/** How many of their products ours lacks; `on` is the day on which that was so, where it is not any more. */
export function lackWords(missing: number, all: number, on: string | null): string {
  const verb = on === null ? ['is', 'are'] : ['was', 'were']
  return `${missing} of their ${all} products ${verb[missing === 1 ? 0 : 1]} not in ours${on === null ? '' : ` on ${on}`}.`
}
export const ANSWERED = 'Answered: ours has all of these products by now'

/** Why ours may have lost a keyword, in a sentence. */
export function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case 'out':
      return cause.since === null
        ? `Our first, ${cause.name}, is out of stock.`
        : `Our first, ${cause.name}, has been out of stock since ${cause.since}.`
    case 'missing':
      return `Their first, ${cause.name}, is not in ours.`
    case 'older':
      return `Ours is ${inDays(cause.days)} older than theirs.`
    case 'fewer':
      return `Ours has ${countedIn(cause.ours, 'product')}, theirs ${cause.theirs}.`
    case 'lower':
      return `Their first, ${cause.name}, is number ${cause.place} in ours.`
  }
}

export const NO_STORIES = 'There are no stories of that day.'
export const heldByOurs = (publisher: string): string => `That day was ours: ${publisher} held it.`
export const heldByTheirs = (publisher: string): string =>
  `${publisher} held it. None of ours had held it until then.`
