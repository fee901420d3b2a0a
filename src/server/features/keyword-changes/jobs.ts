import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ChangesService } from './service.ts'

export const REMOVE_FORGOTTEN = 'keyword-changes.remove-forgotten'

export function changeJobs(service: ChangesService): Job[] {
  return [
    {
      name: REMOVE_FORGOTTEN,
      payload: z.object({}),
      schedule: '47 3 * * *',
      run: () => service.removeForgotten(),
    },
  ]
}
