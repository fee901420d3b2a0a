import { HOUR_MS } from './duration.ts'
import { timestamp } from './timestamp.ts'

export interface LocalTime {
  /** `yyyy-MM-dd` */
  day: string
  hour: number
  /** 1 for Monday to 7 for Sunday. */
  weekday: number
}

/** 1 for Monday to 7 for Sunday, of a day `yyyy-MM-dd`. */
export const weekdayOf = (day: string): number => ((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7) + 1

/** What clocks and calendars in a time zone show at this moment. */
export function localTimeAt(moment: Date, timeZone: string): LocalTime {
  const shown = timestamp(moment, timeZone)
  const day = shown.slice(0, 10)
  return { day, hour: Number(shown.slice(11, 13)), weekday: weekdayOf(day) }
}

/** How far the clocks of the zone are ahead of UTC at this moment, in milliseconds. */
const aheadAt = (moment: number, timeZone: string): number =>
  Date.parse(`${timestamp(new Date(moment), timeZone).replace(' ', 'T')}Z`) - moment

/**
 * The moment at which clocks in the time zone first show this full hour on this day. If they skip it, the moment at
 * which they do.
 */
export function momentAt({ day, hour }: Pick<LocalTime, 'day' | 'hour'>, timeZone: string): Date {
  const shown = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  const first = shown - aheadAt(shown, timeZone)
  const second = shown - aheadAt(first, timeZone)
  // An hour that clocks show twice may have been found at its second time.
  const found = [second - HOUR_MS, first, second].filter((each) => each + aheadAt(each, timeZone) === shown)
  return new Date(found.length > 0 ? Math.min(...found) : Math.max(first, second))
}
