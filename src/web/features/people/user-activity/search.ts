import { z } from 'zod'
import { ROLE_IDS } from '#shared/access/roles.ts'
import { Day, Id, PageField } from '#shared/http/fields.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import { AUDIT_FILTERS } from '../../ground/audit/search.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'

export const CHART_SIDES = ['role', 'screen'] as const
export type ChartSide = (typeof CHART_SIDES)[number]

const day = Day.optional().catch(undefined)

/** Filters that exclude visits; invalid values in an address are ignored. */
export const FILTERS = {
  user: {
    kind: 'one',
    label: 'User',
    none: 'All users',
    from: 'people',
    address: Id.optional().catch(undefined),
  },
  role: {
    kind: 'one',
    label: 'Role',
    none: 'All roles',
    from: 'roles',
    address: z.enum(ROLE_IDS).optional().catch(undefined),
  },
  from: { kind: 'days', label: 'Visited', until: 'to', address: day },
  to: { kind: 'bare', address: day },
} as const satisfies ListFilters<ChoiceSource>

/** The address of the User Activity screen, for visits or for the audit trail. */
export const ActivitySearch = z.object({
  ...parametersOf(AUDIT_FILTERS),
  ...parametersOf(FILTERS),
  /** The side that the chart groups by. */
  by: z.enum(CHART_SIDES).catch('role'),
  page: PageField.catch(1),
  /** Shows the audit trail instead of the log of visits. */
  tab: z.literal('audit').optional().catch(undefined),
})
export type ActivitySearch = z.infer<typeof ActivitySearch>

/** The filters in the shape of the request. */
export const askedOf = ({ user, role, from, to }: ActivitySearch) => ({
  userId: user,
  role,
  startDate: from,
  endDate: to,
})
export type ActivityQuestion = ReturnType<typeof askedOf>
