import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { type SheetParts, SYNC_SHEET } from './parts.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

export const sheetJobs = (parts: SheetParts): Job[] => [
  job({
    name: SYNC_SHEET,
    payload: z.object({ syncId: z.number() }),
    run: ({ syncId }) => syncSheet(parts, syncId),
  }),
]
