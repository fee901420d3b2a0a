import type { Permission } from '../../../access/permissions.ts'
import { plusMonths } from '../../../format/day.ts'
import type { PublishBy } from '../opportunities/rules.ts'

/** Users who may request articles may plan them. */
export const MAY_PLAN = ['CreateArticle'] as const satisfies readonly Permission[]
/** Users who may view keywords may see the plan. */
export const MAY_SEE_PLAN = ['ViewKeywords'] as const satisfies readonly Permission[]

/** Months in the plan, including the current one. */
export const PLANNED_MONTHS = 12
export const PLAN_NOTE_MAXIMUM = 500
/** Most keywords planned in one call. */
export const PLANNED_AT_ONCE = 50
/** Most cards shown; filters lead to the rest. */
export const MOST_PLANS = 500

/** The month of a day, `yyyy-MM`. */
export const monthOf = (day: string): string => day.slice(0, 7)

/** The months of the plan, starting with the current one. */
export const monthsFrom = (today: string): string[] =>
  Array.from({ length: PLANNED_MONTHS }, (_, at) => plusMonths(monthOf(today), at))

export const isPlannable = (month: string, today: string): boolean => monthsFrom(today).includes(month)

/** The suggested month: that of the publish-by date, or the current one without a season. */
export function proposedMonth(by: PublishBy | null, today: string): string {
  const month = monthOf(by?.date ?? today)
  return isPlannable(month, today) ? month : plusMonths(monthOf(today), PLANNED_MONTHS - 1)
}

/** The column of a card. Overdue cards are in the current month. */
export const columnOf = (month: string, today: string): string =>
  month < monthOf(today) ? monthOf(today) : month

/** The parts of a planned keyword that determine whether it is late. */
interface Planned {
  month: string
  publish_by: string | null
  article: { status: string } | null
}

/** Not requested by its date, past its month, or planned for a month that begins after that date. */
export type Lateness = 'past-date' | 'past-month' | 'planned-late'

/**
 * Why an article will miss its season; null if it will not, or if it is published. The date already includes
 * the weeks for writing, so an article requested by then is in time.
 */
export function latenessOf({ month, publish_by: by, article }: Planned, today: string): Lateness | null {
  if (article?.status === 'published') return null
  const isRequested = article !== null && article.status !== 'draft'
  if (by !== null && by < today && !isRequested) return 'past-date'
  if (month < monthOf(today)) return 'past-month'
  return by !== null && month > monthOf(by) && !isRequested ? 'planned-late' : null
}
