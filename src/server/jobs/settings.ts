import { z } from 'zod'
import { settingGroup } from '../settings/settings-group.ts'

/** What a server does: everything, all but jobs, or nothing but jobs. */
const ROLES = ['all', 'web', 'worker'] as const

export const jobSettings = settingGroup({
  variables: {
    JOBS_KEEP_DAYS: z.coerce.number().int().min(1).max(400).default(7),
    ROLE: z.enum(ROLES).default('all'),
    DRAIN_SECONDS: z.coerce.number().int().min(0).max(600).default(0),
  },
  expected: {
    JOBS_KEEP_DAYS: 'a number of days to keep finished jobs, 1 to 400',
    ROLE: 'all, web or worker',
    DRAIN_SECONDS: 'a number of seconds between the signal to stop and the stop, 0 to 600',
  },
  settings: ({ JOBS_KEEP_DAYS, ROLE, DRAIN_SECONDS }) => ({
    /** Retention of finished jobs and task-board deliveries, in days. */
    jobsRetentionDays: JOBS_KEEP_DAYS,
    role: ROLE,
    /** How long a server that was asked to stop goes on answering, in milliseconds. */
    drainMs: DRAIN_SECONDS * 1000,
  }),
})
