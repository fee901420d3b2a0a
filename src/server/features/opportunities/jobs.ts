import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { OpportunitiesService } from './service.ts'

const REFRESH = 'opportunities.refresh'

export const opportunityJobs = (service: OpportunitiesService, timeZone: string): Job[] => [
  // Before the day begins; what is of this week already stays as it is.
  { name: REFRESH, payload: z.object({}), schedule: '20 3 * * *', timeZone, run: () => service.refresh() },
]
