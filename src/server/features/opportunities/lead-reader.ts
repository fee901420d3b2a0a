import type { LeadTimes } from '#shared/features/opportunities/rules.ts'
import { HOUR_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import { measureLead, type UsualLead } from './lead-queries.ts'

/** A median of a year moves slowly. */
const KEPT_MS = HOUR_MS

export interface LeadParts {
  db: Db
  clock: () => Date
  timeZone: string
  /** What is set, as long as too few articles say otherwise. */
  usualLead: UsualLead
}

/** Tells how long articles take and pages need, and measures it again from time to time. */
export function createLeadReader({ db, clock, timeZone, usualLead }: LeadParts) {
  let kept: { lead: Promise<LeadTimes>; until: number } | undefined
  return (): Promise<LeadTimes> => {
    const now = clock()
    if (kept === undefined || kept.until <= now.getTime()) {
      const lead = measureLead(db, { now, timeZone, usual: usualLead })
      const entry = { lead, until: now.getTime() + KEPT_MS }
      kept = entry
      lead.catch(() => {
        if (kept === entry) kept = undefined
      })
    }
    return kept.lead
  }
}
export type LeadReader = ReturnType<typeof createLeadReader>
