import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ActivityService } from './service.ts'

export const ROLL_UP_VISITS = 'user-activity.roll-up-visits'

export function activityJobs(service: ActivityService): Job[] {
  return [
    {
      name: ROLL_UP_VISITS,
      payload: z.object({}),
      schedule: '37 3 * * *',
      run: () => service.rollUpVisits(),
    },
  ]
}
