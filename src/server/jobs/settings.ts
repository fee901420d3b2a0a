import { z } from 'zod'
import { settingGroup } from '../settings/settings-group.ts'

export const jobSettings = settingGroup({
  variables: { JOBS_KEEP_DAYS: z.coerce.number().int().min(1).max(400).default(7) },
  expected: { JOBS_KEEP_DAYS: 'a number of days to keep finished jobs, 1 to 400' },
  settings: ({ JOBS_KEEP_DAYS }) => ({
    /** Retention of finished jobs and task-board deliveries, in days. */
    jobsRetentionDays: JOBS_KEEP_DAYS,
  }),
})
