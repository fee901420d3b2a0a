import { z } from 'zod'
import { ROLE_IDS } from '../../../access/roles.ts'
import { DateOnly, Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Day, Id, Offset, text, wholeNumber } from '../../../http/fields.ts'
import { PersonName } from '../../ground/users/contract.ts'

export const Activity = z.object({
  id: z.number(),
  user: PersonName,
  role_id: z.enum(ROLE_IDS),
  path: z.string(),
  created_at: Timestamp,
  /** Visits of one screen by one person within a minute of each other count as one row with this number. */
  count: z.number(),
})
export type Activity = z.infer<typeof Activity>

/** Default and maximum number of days in the daily counts. */
export const USUAL_DAYS = 30
export const MOST_DAYS = 366

const Filter = z.object({
  userId: Id.optional(),
  role: z.enum(ROLE_IDS).optional(),
  startDate: Day.optional(),
  endDate: Day.optional(),
})

export const userActivityEndpoints = {
  record: endpoint({
    method: 'POST',
    path: '/api/user-activity',
    access: 'public',
    callers: 'person',
    summary: 'Record a visit of a screen. The user is the one signed in; a signed-out visit stores nothing.',
    body: z.object({
      userId: z.unknown().optional(),
      url: text(2000),
      restObject: z.record(z.string().max(100), z.unknown()).optional(),
    }),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/user-activity',
    access: ['ManageSites'],
    summary: 'The activity log, newest first.',
    query: Filter.extend({
      limit: wholeNumber(1, 200).default(20),
      offset: Offset.default(0),
    }),
    answer: z.object({
      data: z.array(Activity),
      /** How many rows there are, and how many visits they stand for. */
      pageInfo: z.object({ total: z.number(), visits: z.number() }),
    }),
  }),
  stats: endpoint({
    method: 'GET',
    path: '/api/user-activity/stats',
    access: ['ManageSites'],
    summary: 'Visits per role.',
    query: Filter,
    answer: z.object({
      stats: z.array(z.object({ role: z.enum(ROLE_IDS), label: z.string(), count: z.number() })),
    }),
  }),
  dayStats: endpoint({
    method: 'GET',
    path: '/api/user-activity/day/stats',
    access: ['ManageSites'],
    summary: `Visits per day and role from \`startDate\` to \`endDate\`, oldest first, including days without visits. Default: the last ${USUAL_DAYS} days; at most the last ${MOST_DAYS} days.`,
    query: Filter,
    answer: z.object({
      stats: z.array(
        z.object({
          day: DateOnly,
          count: z.number(),
          roles: z.array(z.object({ role: z.enum(ROLE_IDS), count: z.number() })),
        }),
      ),
    }),
  }),
  pathStats: endpoint({
    method: 'GET',
    path: '/api/user-activity/path/stats',
    access: ['ManageSites'],
    summary: 'Visits per screen, most visited first.',
    query: Filter,
    answer: z.object({ stats: z.array(z.object({ path: z.string(), count: z.number() })) }),
  }),
}
