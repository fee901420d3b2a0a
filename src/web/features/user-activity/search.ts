import { z } from 'zod'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { ACT_NAMES, AUDIT_NOUNS } from '#shared/features/audit/rules.ts'
import { Day, Id, PageField, text } from '#shared/http/fields.ts'

export const CHART_SIDES = ['role', 'screen'] as const
export type ChartSide = (typeof CHART_SIDES)[number]

/** What the address of the User Activity screen says; whatever it says wrongly counts as not said. */
export const ActivitySearch = z.object({
  user: Id.optional().catch(undefined),
  role: z.enum(ROLE_IDS).optional().catch(undefined),
  /** First and last day, both included. */
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  /** What the chart counts by. */
  by: z.enum(CHART_SIDES).catch('role'),
  page: PageField.catch(1),
  /** Who did what, in the place of the log of visits. */
  tab: z.literal('audit').optional().catch(undefined),
  act: z.enum(ACT_NAMES).optional().catch(undefined),
  noun: z.enum(AUDIT_NOUNS).optional().catch(undefined),
  /** Which one of that noun. */
  of: text(100).optional().catch(undefined),
})
export type ActivitySearch = z.infer<typeof ActivitySearch>

/** What leaves visits out. */
export const FILTERS = ['user', 'role', 'from', 'to'] as const
export type ActivityFilter = Pick<ActivitySearch, (typeof FILTERS)[number]>

/** The filters alone, for queries that no page and no chart concerns. */
export function filterOf({ user, role, from, to }: ActivitySearch): ActivityFilter {
  return { user, role, from, to }
}
