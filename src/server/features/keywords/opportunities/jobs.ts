import { z } from 'zod'
import type { Job } from '../../../jobs/job.ts'
import type { OpportunitiesService } from './service.ts'

const REFRESH = 'opportunities.refresh'

export const opportunityJobs = (service: OpportunitiesService, timeZone: string): Job[] => [
  // Before the day begins. Data of the current week stays.
  { name: REFRESH, payload: z.object({}), schedule: '20 3 * * *', timeZone, run: () => service.refresh() },
]
