import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import { runJob } from '../../../kernel/runs/run.ts'
import type { ChangeParts } from './parts.ts'
import { MAKE_CHANGE, takeChangeStep } from './verbs/make-change.ts'

export const changeJobs = (parts: ChangeParts): Job[] => [
  runJob(parts, {
    name: MAKE_CHANGE,
    key: z.object({ changeId: z.number() }),
    // Other people's changes get their turn.
    budgetMs: 20_000,
    step: ({ changeId }) => takeChangeStep(parts, changeId),
  }),
]
