import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const authSettings = settingGroup({
  variables: {
    SESSION_HOURS: z.coerce.number().min(0.1).max(12).default(12),
    SESSION_IDLE_MINUTES: z.coerce.number().min(5).max(720).default(120),
  },
  expected: {
    SESSION_HOURS: 'a number of hours, at most 12',
    SESSION_IDLE_MINUTES: 'a number of minutes, from 5 to 720',
  },
  settings: ({ SESSION_HOURS, SESSION_IDLE_MINUTES }) => ({
    sessionHours: SESSION_HOURS,
    /** Idle time after which a session ends. */
    sessionIdleMinutes: SESSION_IDLE_MINUTES,
  }),
})
