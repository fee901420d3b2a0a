import { z } from 'zod'
import { type Job, job } from '../../jobs/job.ts'
import type { ChangesService } from './service.ts'
import { MAKE_CHANGE, MAKE_LEASE_SECONDS } from './verbs/make-change.ts'

export const SWEEP_CHANGES = 'keyword-changes.sweep'

const OfChange = z.object({ changeId: z.number() })

export function changeJobs(service: ChangesService): Job[] {
  return [
    job({
      name: MAKE_CHANGE,
      payload: OfChange,
      leaseSeconds: MAKE_LEASE_SECONDS,
      run: ({ changeId }) => service.makeChange(changeId),
    }),
    {
      name: SWEEP_CHANGES,
      payload: z.object({}),
      schedule: '47 3 * * *',
      run: () => service.sweep(),
    },
  ]
}
