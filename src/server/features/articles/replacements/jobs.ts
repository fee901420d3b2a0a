import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ReplacementDeps } from './deps.ts'
import { CARRY_OUT, carryOut } from './verbs/carry-out.ts'

export const replacementJobs = (deps: ReplacementDeps): Job[] => [
  runJob(deps, {
    name: CARRY_OUT,
    key: z.object({ replacementId: z.number() }),
    step: ({ replacementId }) => carryOut(deps, replacementId),
  }),
]
