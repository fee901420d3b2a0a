import { z } from 'zod'
import { settingGroup } from '../../../settings/settings-group.ts'

export const productLibrarySettings = settingGroup({
  variables: {
    STOCK_SCAN_AT: z
      .string()
      .regex(/^([01]\d|2[0-3]):[0-5]\d$/)
      .default('03:00'),
    STOCK_SCAN_CALLS_PER_DAY: z.coerce.number().int().min(0).max(1_000_000).default(5000),
  },
  expected: {
    STOCK_SCAN_AT: 'a time of day such as 03:00',
    STOCK_SCAN_CALLS_PER_DAY: 'a whole number of calls, each of ten products; 0 scans nothing',
  },
  settings: ({ STOCK_SCAN_AT, STOCK_SCAN_CALLS_PER_DAY }) => ({
    /** When the day's scan begins, `HH:MM` in the organisation's time zone, and how many calls all scans of a day may make. */
    stockScan: { dailyAt: STOCK_SCAN_AT, callsPerDay: STOCK_SCAN_CALLS_PER_DAY },
  }),
})
