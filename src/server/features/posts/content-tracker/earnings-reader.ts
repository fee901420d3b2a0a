import { weekOf } from '#shared/features/posts/content-tracker/rules.ts'
import { daysBetween } from '#shared/format/day.ts'
import { sheetFaultOf } from '../../../files/sheet-error.ts'
import type { ImportRow } from '../../../kernel/imports/table-reader.ts'
import { ASIN, centsOf, dayOf, toldIdentifier, toldWords } from './told-text.ts'

/** Weekday of a weekly sum; days are 0 (Monday) to 6. */
export const WHOLE_WEEK = 7

/** A line of an earnings report: how much, when, and what says where. */
export interface ToldEarning {
  cents: number
  /** As reported, `yyyy-MM-dd`: the day, or any day of the week. */
  day: string
  weekStart: string
  weekday: number
  site: string | undefined
  postId: string | undefined
  address: string | undefined
  trackingId: string | undefined
  asin: string | undefined
}

const weeks = new Map<string, { weekStart: string; weekday: number }>()

function placeOf(day: string) {
  const found = weeks.get(day)
  if (found) return found
  const weekStart = weekOf(day)
  const place = { weekStart, weekday: daysBetween(weekStart, day) }
  weeks.set(day, place)
  return place
}

/** The day, or the week of any of its days; a sentence if it is missing. */
function whenOf(cells: Readonly<Record<string, unknown>>, today: string) {
  const week = toldWords(cells, 'week')
  const words = week ?? toldWords(cells, 'day')
  if (words === undefined) return 'day: Missing day or week'
  const name = week === undefined ? 'day' : 'week'
  const day = dayOf(words)
  if (day === null) return `${name}: Must be a date such as 2026-03-01`
  if (day > today) return `${name}: It is in the future.`
  const { weekStart, weekday } = placeOf(day)
  return { day, weekStart, weekday: week === undefined ? weekday : WHOLE_WEEK }
}

/** The parsed line, or a sentence about its fault. */
export function readEarning({ cells }: Pick<ImportRow, 'cells'>, today: string): ToldEarning | string {
  const broken = sheetFaultOf(cells)
  if (broken !== undefined) return broken
  const when = whenOf(cells, today)
  if (typeof when === 'string') return when
  const cents = centsOf(cells.earnings)
  if (cents === null) return 'earnings: Must be an amount such as 1,234.56'
  const currency = toldWords(cells, 'currency')
  if (currency !== undefined && currency.toUpperCase() !== 'USD') return 'currency: Must be USD'
  const asin = toldIdentifier(cells, 'asin')?.toUpperCase()
  if (asin !== undefined && !ASIN.test(asin)) return 'asin: Must be ten letters and digits'
  const where = {
    site: toldIdentifier(cells, 'site'),
    postId: toldIdentifier(cells, 'post_id'),
    address: toldIdentifier(cells, 'address'),
    trackingId: toldIdentifier(cells, 'tracking_id'),
  }
  return { cents, ...when, ...where, asin }
}
