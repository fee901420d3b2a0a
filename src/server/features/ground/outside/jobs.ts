import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { OutsideService } from './service.ts'

export const CHECK_OUTSIDE = 'outside.check'

export const outsideJobs = (service: OutsideService): Job[] => [
  { name: CHECK_OUTSIDE, payload: z.object({}), every: 'night', run: () => service.checkAll() },
]
