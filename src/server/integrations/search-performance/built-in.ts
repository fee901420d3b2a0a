import { counted } from '#shared/format/count.ts'
import { dayAt, plusDays } from '#shared/format/day.ts'
import type { Db } from '../../db/connect.ts'
import * as store from './invented-store.ts'
import type { SearchPerformance } from './port.ts'

export const BUILT_IN_SEARCHES = 'built-in'

/** As late as the vendor is. */
const DAYS_LATE = 3

export interface BuiltInSearchesDeps {
  db: Db
  clock: () => Date
  /** In which days are counted. */
  timeZone: string
}

/** The newest day with data, as of a given day. */
export const toldUpTo = (today: string): string => plusDays(today, -DAYS_LATE)

/** Searches that are invented for the pages of the sample: the same on every machine, another each day. */
export function createBuiltInSearches({ db, clock, timeZone }: BuiltInSearchesDeps): SearchPerformance {
  return {
    source: BUILT_IN_SEARCHES,
    isInvented: true,
    covers: (site) => store.isInvented(db, site),
    lastDay: () => toldUpTo(dayAt(clock(), timeZone)),
    async *readDay(site, day) {
      const rows = await store.listInvented(db, site, day)
      if (rows.length > 0) yield rows
    },
    async check() {
      const searches = await store.countInvented(db)
      return {
        adapter: BUILT_IN_SEARCHES,
        ok: true,
        detail: searches === 0 ? 'No sites are connected.' : `${counted(searches)} invented searches`,
      }
    },
  }
}
