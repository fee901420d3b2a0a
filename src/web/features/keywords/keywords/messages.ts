import type { Cause } from '#shared/features/articles/comparison/rules.ts'
import type { Moves } from '#shared/features/keywords/keywords/contract.ts'
import { counted, countedIn } from '#shared/format/count.ts'
import { daysBetween } from '#shared/format/day.ts'

/** Titles of errors, worded by the specification. */
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
export const EMPTY_ABOUT = 'Track the searches you want to win. Results arrive the next morning.'
/** Status of a keyword that only a post of a site targets, without an article. */
export const LIVE_POST = 'Live post'
export const CLEAR_FILTERS = 'Clear filters'
export const NO_TAGS_CHOSEN = 'No selected tags'
/** The specification's spelling. */
export const TAG_MANAGER = 'Tag Managment'

export const inDays = (count: number): string => countedIn(count, 'day')
export const NO_SUCH_KEYWORD = (id: number): string => `Keyword ${id} doesn’t exist.`
export const LOST_DAY_FAILURE = 'Couldn’t load the lost day.'
export const CAUSES = 'Likely causes'
/** How many of their products ours lacks; `on` is the day on which that was true, if it no longer is. */
export function lackWords(missing: number, all: number, on: string | null): string {
  const verb = on === null ? ['is', 'are'] : ['was', 'were']
  return `${missing} of their ${all} products ${verb[missing === 1 ? 0 : 1]} not in ours${on === null ? '' : ` on ${on}`}.`
}
export const ANSWERED = 'Done: our article now has all of these products'

/** Why ours may have lost a keyword, in a sentence. */
export function causeWords(cause: Cause): string {
  switch (cause.kind) {
    case 'out':
      return cause.since === null
        ? `Our first product, ${cause.name}, is out of stock.`
        : `Our first product, ${cause.name}, has been out of stock since ${cause.since}.`
    case 'missing':
      return `Their first product, ${cause.name}, isn’t in our article.`
    case 'older':
      return `Our article is ${inDays(cause.days)} older.`
    case 'fewer':
      return `Ours has ${countedIn(cause.ours, 'product')}, theirs ${cause.theirs}.`
    case 'lower':
      return `Their first product, ${cause.name}, is number ${cause.place} in our article.`
  }
}

export const NO_STORIES = 'No articles on that day.'
export const heldByOurs = (publisher: string): string => `We won that day: ${publisher} held it.`
export const heldByTheirs = (publisher: string): string =>
  `${publisher} held it. None of our sites had held it before.`

const WEEK = 7
const WEEKDAY = new Intl.DateTimeFormat('en-US', { weekday: 'long', timeZone: 'UTC' })
const MONTH_DAY = new Intl.DateTimeFormat('en-US', { day: 'numeric', month: 'long', timeZone: 'UTC' })
const LONG_DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' })

/** A day in everyday words: yesterday, Friday, 3 November. */
export function visitDay(day: string, today: string): string {
  const ago = daysBetween(day, today)
  if (ago <= 1) return ago === 1 ? 'yesterday' : 'today'
  return (ago < WEEK ? WEEKDAY : day.slice(0, 4) === today.slice(0, 4) ? MONTH_DAY : LONG_DAY).format(
    new Date(`${day}T00:00:00Z`),
  )
}

/** How many keywords we hold, compared with the day of the last visit. */
export function heldWords({ tracked, collected, held, lost, won }: Moves, than: string): string {
  if (tracked === 0) return 'No tracked keywords yet.'
  if (collected === 0) return 'No data yet.'
  if (lost + won === 0) return `No change since ${than}: ${counted(held)} held.`
  const change = won - lost
  const words =
    change === 0 ? 'as many as' : `${counted(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'} than`
  const then = than === 'yesterday' ? than : `on ${than}`
  return `We hold ${counted(held)} of ${countedIn(collected, 'keyword')}, ${words} ${then}.`
}
