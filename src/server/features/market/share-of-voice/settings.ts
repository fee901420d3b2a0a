import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const shareOfVoiceSettings = settingGroup({
  variables: {
    SOV_DAILY_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('05:00'),
    SOV_KEEP_DAYS: z.coerce.number().int().min(128).max(4000).default(400),
  },
  expected: {
    SOV_DAILY_AT: 'a time of day such as 05:00',
    SOV_KEEP_DAYS: 'a number of days to keep share of voice, at least 128',
  },
  settings: ({ SOV_DAILY_AT, SOV_KEEP_DAYS }) => ({
    /** When a day is collected, `HH:MM` in the organisation's time zone, and how many days are kept, today included. */
    shareOfVoice: { dailyAt: SOV_DAILY_AT, retentionDays: SOV_KEEP_DAYS },
  }),
})
