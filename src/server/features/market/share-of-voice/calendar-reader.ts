import type { Annotation, Calendar } from '#shared/features/market/share-of-voice/contract.ts'
import { plusDays } from '#shared/format/day.ts'
import type { Db } from '../../../db/connect.ts'
import { countDays, type DayRange, findTrackedSince, listEvents } from './queries.ts'

/** How many days before and after an event are compared. */
const COMPARED_DAYS = 28

type Days = Awaited<ReturnType<typeof countDays>>

/** Percent of the days with data that were won; null where there are none. */
function rateIn(days: Days, { from, to }: DayRange): number | null {
  const within = days.filter(({ day }) => day >= from && day <= to)
  const won = within.filter((day) => day.won > 0)
  return within.length === 0 ? null : (100 * won.length) / within.length
}

/** A keyword's days with data, and what happened to it in the meantime with the shares before and after. */
export async function readCalendar(
  { db, timeZone }: { db: Db; timeZone: string },
  keywordId: number,
  range: DayRange,
): Promise<Calendar> {
  const wide = { from: plusDays(range.from, -COMPARED_DAYS), to: plusDays(range.to, COMPARED_DAYS - 1) }
  const [days, events, trackedSince] = await Promise.all([
    countDays(db, keywordId, wide),
    listEvents(db, keywordId, { range, timeZone }),
    findTrackedSince(db, keywordId, timeZone),
  ])
  const annotations = events.map(
    (event): Annotation => ({
      ...event,
      before: rateIn(days, { from: plusDays(event.day, -COMPARED_DAYS), to: plusDays(event.day, -1) }),
      after: rateIn(days, { from: event.day, to: plusDays(event.day, COMPARED_DAYS - 1) }),
    }),
  )
  return {
    days: days.filter(({ day }) => day >= range.from && day <= range.to),
    annotations,
    tracked_since: trackedSince,
  }
}
