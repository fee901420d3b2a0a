import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { AuditService } from './service.ts'

export const REMOVE_OLD_ENTRIES = 'audit.remove-old'

export function auditJobs(service: AuditService): Job[] {
  return [
    {
      name: REMOVE_OLD_ENTRIES,
      payload: z.object({}),
      schedule: '47 3 * * *',
      run: () => service.removeOld(),
    },
  ]
}
