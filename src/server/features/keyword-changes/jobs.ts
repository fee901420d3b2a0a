import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ChangesService } from './service.ts'
import { MAKE_CHANGE } from './verbs/make-change.ts'

export const RESUME_CHANGES = 'keyword-changes.resume-lost'

const OfChange = z.object({ changeId: z.number() })

export function changeJobs(service: ChangesService): Job[] {
  return [
    job({
      name: MAKE_CHANGE,
      payload: OfChange,
      run: ({ changeId }) => service.makeChange(changeId),
    }),
    {
      name: RESUME_CHANGES,
      payload: z.object({}),
      schedule: '47 3 * * *',
      run: () => service.resumeLost(),
    },
  ]
}
