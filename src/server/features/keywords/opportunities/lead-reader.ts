import type { LeadTimes } from '#shared/features/keywords/opportunities/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../../db/connect.ts'
import { measureLead, type UsualLead } from './lead-queries.ts'

/** A median of a year moves slowly. */
const MAX_AGE_MS = HOUR_MS

export interface LeadDeps {
  db: Db
  clock: () => Date
  timeZone: string
  /** Configured values, used until there are enough articles. */
  usualLead: UsualLead
}

/** Measures how long writing and ranking take, with a cache that expires. */
export function createLeadReader({ db, clock, timeZone, usualLead }: LeadDeps) {
  let kept: { lead: Promise<LeadTimes>; until: number } | undefined
  return (): Promise<LeadTimes> => {
    const now = clock()
    if (kept === undefined || kept.until <= now.getTime()) {
      const lead = measureLead(db, { now, timeZone, usual: usualLead })
      const entry = { lead, until: now.getTime() + MAX_AGE_MS }
      kept = entry
      lead.catch(() => {
        if (kept === entry) kept = undefined
      })
    }
    return kept.lead
  }
}
export type LeadReader = ReturnType<typeof createLeadReader>
