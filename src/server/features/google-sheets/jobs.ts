import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import { type SheetParts, SYNC_SHEET } from './parts.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

/** Longer than a sync takes rows over and writes back (`SYNC_BUDGET_MS`). */
const LEASE_SECONDS = 600

export const sheetJobs = (parts: SheetParts): Job[] => [
  job({
    name: SYNC_SHEET,
    payload: z.object({ syncId: z.number() }),
    leaseSeconds: LEASE_SECONDS,
    run: ({ syncId }) => syncSheet(parts, syncId),
  }),
]
