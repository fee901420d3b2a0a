import { z } from 'zod'
import { type Job, job } from '../../../jobs/job.ts'
import { type SheetDeps, SYNC_SHEET } from './deps.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

export const sheetJobs = (deps: SheetDeps): Job[] => [
  job({
    name: SYNC_SHEET,
    payload: z.object({ syncId: z.number() }),
    run: ({ syncId }) => syncSheet(deps, syncId),
  }),
]
