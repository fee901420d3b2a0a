import { DAY_MS } from '#shared/format/duration.ts'

// To make one takes longer than to use it a hundred times.
const formats = new Map<string, Intl.DateTimeFormat>()

/** The day at this moment in a time zone, `yyyy-MM-dd`. */
export function dayAt(moment: Date, timeZone: string): string {
  const format = formats.get(timeZone) ?? new Intl.DateTimeFormat('en-CA', { timeZone })
  formats.set(timeZone, format)
  return format.format(moment)
}

// In this locale "Sep" has three letters like any other month.
const monthFormat = new Intl.DateTimeFormat('en-US', { month: 'short', timeZone: 'UTC' })

/** `Sep`, of a day or a month that begins as `yyyy-MM` does. */
export const shortMonth = (day: string): string =>
  monthFormat.format(new Date(`${day.slice(0, 7)}-01T00:00:00Z`))

/** `24 Dec`; of another year than today's, `24 Dec 2027`. Both days are `yyyy-MM-dd`. */
export function dayWords(day: string, today: string): string {
  const year = day.slice(0, 4)
  return `${Number(day.slice(8, 10))} ${shortMonth(day)}${year === today.slice(0, 4) ? '' : ` ${year}`}`
}

const longFormats = {
  full: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' }),
  short: new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'long', timeZone: 'UTC' }),
}

/** `1 December 2026`, or without the year `1 December`. */
export const longDay = (day: string, { hasYear = true } = {}): string =>
  longFormats[hasYear ? 'full' : 'short'].format(new Date(`${day}T00:00:00Z`))

/** The day `days` later, or earlier if negative. */
export const plusDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** The month (`2026-11`) `months` later. */
export function plusMonths(month: string, months: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + months, 1)).toISOString().slice(0, 7)
}

/** How many days lie between; negative where `to` is the earlier one. */
export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`)) / DAY_MS)

/** `count` days ending with `last`, oldest first. */
export const daysUpTo = (last: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => plusDays(last, index - count + 1))
