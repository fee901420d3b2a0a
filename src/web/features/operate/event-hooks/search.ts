import { z } from 'zod'
import { EVENT_LABELS, EVENT_TYPES, SEND_FILTERS } from '#shared/features/operate/event-hooks/rules.ts'
import { Day, listOf, PageField } from '#shared/http/fields.ts'
import type { ChoiceSource } from '#web/features/ground/filters/messages.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import { FILTER_LABELS } from './messages.ts'

const day = Day.optional().catch(undefined)

/** The address of the list. */
export const HooksSearch = z.object({
  /** Words of the name or of the host. */
  q: z.string().max(200).catch('').default(''),
})
export type HooksSearch = z.output<typeof HooksSearch>

/** Filters of the log of a hook; invalid values are ignored. */
export const SEND_LOG_FILTERS = {
  state: {
    kind: 'one',
    label: 'Status',
    none: 'Any status',
    from: SEND_FILTERS.map((value) => ({ value, label: FILTER_LABELS[value] })),
    address: z.enum(SEND_FILTERS).optional().catch(undefined),
  },
  type: {
    kind: 'many',
    label: 'Event',
    none: 'All events',
    from: EVENT_TYPES.map((value) => ({ value, label: EVENT_LABELS[value] })),
    address: listOf(z.enum(EVENT_TYPES)).catch(undefined),
  },
  since: { kind: 'days', label: 'Day', until: 'until', address: day },
  until: { kind: 'bare', address: day },
} as const satisfies ListFilters<ChoiceSource>

/** The address of a hook’s page. */
export const HookSearch = z.object({
  ...parametersOf(SEND_LOG_FILTERS),
  page: PageField.catch(1),
  /** The event that is open. */
  send: z.uuid().optional().catch(undefined),
  /** The form is open. */
  edit: z.coerce.string().pipe(z.literal('1')).optional().catch(undefined),
})
export type HookSearch = z.output<typeof HookSearch>

/** The filters in the shape of the request. */
export const askedOf = ({ state, type, since, until }: HookSearch) => ({ state, type, since, until })
export type SendsQuestion = ReturnType<typeof askedOf>
