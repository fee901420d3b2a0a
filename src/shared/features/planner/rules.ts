import type { Permission } from '../../access/permissions.ts'
import { plusMonths } from '../../format/day.ts'
import type { PublishBy } from '../opportunities/rules.ts'

/** Who may request articles plans them. */
export const MAY_PLAN = ['CreateArticle'] as const satisfies readonly Permission[]
/** Who may view keywords sees what is planned. */
export const MAY_SEE_PLAN = ['ViewKeywords'] as const satisfies readonly Permission[]

/** So many months are planned: this one and those after it. */
export const PLANNED_MONTHS = 12
export const PLAN_NOTE_MAXIMUM = 500
/** So many keywords are planned in one go. */
export const PLANNED_AT_ONCE = 50
/** More cards than these nobody looks through: filters lead to the others. */
export const MOST_PLANS = 500

/** A day's or a month's month, `yyyy-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The months of the plan, this one first. */
export const monthsFrom = (today: string): string[] =>
  Array.from({ length: PLANNED_MONTHS }, (_, at) => plusMonths(monthOf(today), at))

export const isPlannable = (month: string, today: string): boolean => monthsFrom(today).includes(month)

/** The month that is proposed: the one of the publish-by date, and this one without a season. */
export function proposedMonth(by: PublishBy | null, today: string): string {
  const month = monthOf(by?.date ?? today)
  return isPlannable(month, today) ? month : plusMonths(monthOf(today), PLANNED_MONTHS - 1)
}

/** In which column a card stands: what was to be out before this month is still to be done now. */
export const columnOf = (month: string, today: string): string =>
  month < monthOf(today) ? monthOf(today) : month

/** What of a planned keyword says whether it is late. */
interface Planned {
  month: string
  publish_by: string | null
  article: { status: string } | null
}

/** Not requested by its date, past its month, or planned for a month that begins after that date. */
export type Lateness = 'past-date' | 'past-month' | 'planned-late'

/**
 * Why an article will be late for its season; null where it will not, or is out. The date has the weeks taken off in
 * which an article is written: whoever has requested it by then has done what can be done.
 */
export function latenessOf({ month, publish_by: by, article }: Planned, today: string): Lateness | null {
  if (article?.status === 'published') return null
  const isRequested = article !== null && article.status !== 'draft'
  if (by !== null && by < today && !isRequested) return 'past-date'
  if (month < monthOf(today)) return 'past-month'
  return by !== null && month > monthOf(by) && !isRequested ? 'planned-late' : null
}
