import { DAY_MS } from '#shared/format/duration.ts'

const MONTH = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })
const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
const DAY_AND_YEAR = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })

/** The width of a day's label and of a month's, in px. */
const DAY_WIDTH = 90
const MONTH_WIDTH = 44

export interface TimeTick {
  /** In px. */
  x: number
  label: string
}

export const momentOf = (day = '1970-01-01'): number => Date.parse(`${day}T00:00:00Z`)

/** A day with its year, `Nov 3, 2026`. */
export const dayWithYear = (day: string): string => DAY_AND_YEAR.format(momentOf(day))

/** A day on the axis, with its year if the days are of two years. */
export const axisDay = (day = '', days: readonly string[]) =>
  (days[0]?.slice(0, 4) === days.at(-1)?.slice(0, 4) ? DAY : DAY_AND_YEAR).format(momentOf(day))

/** The first day, the last, and as many between them as fit. */
export function dayTicks(days: readonly string[], x: (at: number) => number): TimeTick[] {
  const last = days.length - 1
  const steps = Math.max(1, Math.min(last, Math.floor((x(last) - x(0)) / DAY_WIDTH)))
  const places = Array.from({ length: steps + 1 }, (_, at) => Math.round((at * last) / steps))
  return [...new Set(places)].map((at) => ({ x: x(at), label: axisDay(days[at], days) }))
}

/** The first day of each month between two moments, as many as fit; within a month, its first moment. */
export function monthTicks(from: number, to: number, x: (moment: number) => number): TimeTick[] {
  const start = new Date(from)
  const months = Array.from({ length: Math.ceil((to - from) / (28 * DAY_MS)) }, (_, at) =>
    Date.UTC(start.getUTCFullYear(), start.getUTCMonth() + 1 + at, 1),
  ).filter((moment) => moment < to)
  if (months.length === 0) return [{ x: x(from), label: DAY.format(from) }]
  const every = Math.ceil(months.length / Math.max(1, Math.floor((x(to) - x(from)) / MONTH_WIDTH)))
  return months
    .filter((_, at) => at % every === 0)
    .map((moment) => ({ x: x(moment), label: MONTH.format(moment) }))
}
