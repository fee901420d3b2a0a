import { z } from 'zod'
import { settingGroup } from '../../settings-group.ts'

export const authSettings = settingGroup({
  variables: { SESSION_HOURS: z.coerce.number().min(0.1).max(12).default(12) },
  expected: { SESSION_HOURS: 'a number of hours, at most 12' },
  settings: ({ SESSION_HOURS }) => ({ sessionHours: SESSION_HOURS }),
})
