import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { OpportunitiesService } from './service.ts'

const REFRESH = 'opportunities.refresh'

export const opportunityJobs = (service: OpportunitiesService): Job[] => [
  // Before the day begins. Data of the current week stays.
  { name: REFRESH, payload: z.object({}), every: 'night', run: () => service.refresh() },
]
