import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { DbQueryService } from './service.ts'

export const SWEEP_ATTEMPTS = 'db-query.remove-old-attempts'

export const dbQueryJobs = (service: DbQueryService): Job[] => [
  {
    name: SWEEP_ATTEMPTS,
    payload: z.object({}),
    schedule: '53 3 * * *',
    run: () => service.sweepAttempts(),
  },
]
