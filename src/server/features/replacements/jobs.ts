import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ReplacementsService } from './service.ts'
import { CARRY_OUT } from './verbs/carry-out.ts'

export const RESUME_REPLACEMENTS = 'replacements.resume-lost'

const OfReplacement = z.object({ replacementId: z.number() })

export function replacementJobs(service: ReplacementsService): Job[] {
  return [
    job({
      name: CARRY_OUT,
      payload: OfReplacement,
      run: ({ replacementId }) => service.carryOut(replacementId),
    }),
    {
      name: RESUME_REPLACEMENTS,
      payload: z.object({}),
      schedule: '53 3 * * *',
      run: () => service.resumeLost(),
    },
  ]
}
