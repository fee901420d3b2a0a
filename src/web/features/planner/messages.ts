import type { PlanEntry } from '#shared/features/planner/contract.ts'
import type { Lateness } from '#shared/features/planner/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { monthAndYear } from '../opportunities/messages.ts'

export const FAILURES = {
  list: 'The planner could not be read.',
  plan: 'Keywords could not be planned.',
  move: 'The card could not be moved.',
  note: 'The note could not be saved.',
  remove: 'The card could not be removed.',
  restore: 'The card could not be put back.',
  sites: 'Could not search sites',
} as const

export const MISSING_SITE = 'Choose a site'
export const PLANNER_ABOUT =
  'Drag a card into another month, or choose the month in its menu. Requested by its date, an article is written, out and found before the peak of the season that it was planned for.'
export const EMPTY_PLANNER =
  'Nothing is planned yet. Choose “Plan …” at a keyword of the market, and its publish-by date proposes the month.'
export const EMPTY_FILTERED = 'Nothing is planned that fits these filters.'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `December 2026`, of a month as `yyyy-MM`. */
export const monthWords = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))

/** Why a card is late, in words. */
export function latenessWords(kind: Lateness, plan: PlanEntry, today: string): string {
  const { publish_by: by, month } = plan
  if (kind === 'past-month') return `Late: it was planned for ${monthAndYear(month)}`
  const date = by === null ? '' : dayWords(by, today)
  return kind === 'past-date'
    ? `Late: it had to be requested by ${date}`
    : `Too late: it must be requested by ${date}`
}

export const plannedWords = (count: number): string => `${countedIn(count, 'keyword')} planned`
export const alreadyWords = (count: number): string =>
  `${count === 1 ? 'One was' : `${count} were`} planned for this site already, and ${count === 1 ? 'stays' : 'stay'} where ${count === 1 ? 'it is' : 'they are'}.`
