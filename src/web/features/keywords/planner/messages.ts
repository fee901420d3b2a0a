import type { PlanEntry } from '#shared/features/keywords/planner/contract.ts'
import type { Lateness } from '#shared/features/keywords/planner/rules.ts'
import { countedIn } from '#shared/format/count.ts'
import { dayWords } from '#shared/format/day.ts'
import { monthAndYear } from '../opportunities/messages.ts'

export const FAILURES = {
  list: 'Couldn’t load the planner.',
  plan: 'Couldn’t plan the keywords.',
  move: 'Couldn’t move the card.',
  note: 'Couldn’t save the note.',
  remove: 'Couldn’t remove the card.',
  restore: 'Couldn’t restore the card.',
  sites: 'Could not search sites',
} as const

export const MISSING_SITE = 'Choose a site'
export const PLANNER_ABOUT =
  'Drag a card to another month, or move it from its menu. To rank before the seasonal peak, request the article by the date on its card.'
export const EMPTY_PLANNER = 'Nothing planned yet. Choose “Plan …” next to a market keyword to add it.'
export const EMPTY_FILTERED = 'No planned keywords match these filters.'

const MONTH = new Intl.DateTimeFormat('en-GB', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** A month `yyyy-MM` as `December 2026`. */
export const monthWords = (month: string): string => MONTH.format(new Date(`${month}-01T00:00:00Z`))

/** Why a card is late. */
export function latenessWords(kind: Lateness, plan: PlanEntry, today: string): string {
  const { publish_by: by, month } = plan
  if (kind === 'past-month') return `Late: planned for ${monthAndYear(month)}`
  const date = by === null ? '' : dayWords(by, today)
  return kind === 'past-date' ? `Late: due ${date}` : `Planned too late: due ${date}`
}

export const plannedWords = (count: number): string => `${countedIn(count, 'keyword')} planned`
export const alreadyWords = (count: number): string =>
  `${count === 1 ? 'One was' : `${count} were`} already planned for this site and ${count === 1 ? 'stays' : 'stay'} where ${count === 1 ? 'it is' : 'they are'}.`
