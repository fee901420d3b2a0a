import { z } from 'zod'
import { postponeInPause } from '../../../integrations/postpone.ts'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import { type SheetDeps, SYNC_SHEET } from './deps.ts'
import { syncSheet } from './verbs/sync-sheet.ts'

export const sheetJobs = (deps: SheetDeps): Job[] => [
  runJob(deps, {
    name: SYNC_SHEET,
    key: z.object({ syncId: z.number() }),
    step: ({ syncId }) => postponeInPause(syncSheet(deps, syncId)),
  }),
]
