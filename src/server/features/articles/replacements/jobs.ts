import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ReplacementParts } from './parts.ts'
import { CARRY_OUT, carryOut } from './verbs/carry-out.ts'

export const replacementJobs = (parts: ReplacementParts): Job[] => [
  runJob(parts, {
    name: CARRY_OUT,
    key: z.object({ replacementId: z.number() }),
    step: ({ replacementId }) => carryOut(parts, replacementId),
  }),
]
