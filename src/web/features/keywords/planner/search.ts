import { z } from 'zod'
import { MARKETS } from '#shared/features/keywords/opportunities/rules.ts'
import { keysOf } from '#shared/format/keys.ts'
import { COUNTRIES } from '#shared/format/labels.ts'
import { Id, listOf } from '#shared/http/fields.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { SITE_FILTER } from '../../ground/filters/search.ts'

/** Filters that exclude cards from the planner. */
export const PLANNER_FILTERS = {
  site: SITE_FILTER,
  plannedBy: {
    kind: 'users',
    label: 'Planned by',
    address: listOf(Id, 50).catch(undefined),
  },
  plannedIn: {
    kind: 'one',
    label: 'Country',
    none: 'All countries',
    from: keysOf(MARKETS).map((value) => ({ value, label: MARKETS[value].name })),
    address: z.enum(COUNTRIES).optional().catch(undefined),
  },
} as const satisfies ListFilters<ChoiceSource>

const PlannerSearch = z.object(parametersOf(PLANNER_FILTERS))
export type PlannerSearch = z.output<typeof PlannerSearch>

export const isNarrowed = ({ site, plannedBy, plannedIn }: PlannerSearch): boolean =>
  site !== undefined || plannedBy !== undefined || plannedIn !== undefined
