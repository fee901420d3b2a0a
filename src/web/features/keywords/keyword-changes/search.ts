import { z } from 'zod'
import { CHANGE_KIND_NAMES } from '#shared/features/keywords/keyword-changes/contract.ts'
import { Day, PageField } from '#shared/http/fields.ts'
import { type ListFilters, parametersOf } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from '../../ground/filters/messages.ts'
import { KIND_LABELS } from './messages.ts'

const day = Day.optional().catch(undefined)

/** Filters that exclude changes; invalid values are ignored. */
export const FILTERS = {
  kind: {
    kind: 'one',
    label: 'Kind',
    none: 'All kinds',
    from: CHANGE_KIND_NAMES.map((value) => ({ value, label: KIND_LABELS[value] })),
    address: z.enum(CHANGE_KIND_NAMES).optional().catch(undefined),
  },
  from: { kind: 'days', label: 'Made', until: 'to', address: day },
  to: { kind: 'bare', address: day },
} as const satisfies ListFilters<ChoiceSource>

/** The address of the page of changes. */
export const ChangesSearch = z.object({
  ...parametersOf(FILTERS),
  whose: z.literal('everybody').optional().catch(undefined),
  page: PageField.catch(1),
})
export type ChangesSearch = z.infer<typeof ChangesSearch>
