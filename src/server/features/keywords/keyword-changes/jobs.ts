import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ChangeDeps } from './deps.ts'
import { MAKE_CHANGE, takeChangeStep } from './verbs/make-change.ts'

export const changeJobs = (deps: ChangeDeps): Job[] => [
  runJob(deps, {
    name: MAKE_CHANGE,
    key: z.object({ changeId: z.number() }),
    // Other people's changes get their turn.
    budgetMs: 20_000,
    step: ({ changeId }) => takeChangeStep(deps, changeId),
  }),
]
