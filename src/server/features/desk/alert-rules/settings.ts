import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const alertRuleSettings = settingGroup({
  variables: {
    ALERTS_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('06:30'),
  },
  expected: { ALERTS_AT: 'a time of day such as 06:30' },
  settings: ({ ALERTS_AT }) => ({
    /** When the day's alert rules are evaluated, `HH:MM` in the organisation's time zone. */
    alerts: { dailyAt: ALERTS_AT },
  }),
})
