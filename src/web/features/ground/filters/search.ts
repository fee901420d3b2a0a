import { z } from 'zod'
import type { ListFilter } from '#web/ui/list/filter.ts'
import type { ChoiceSource } from './messages.ts'

/** Filters by one of our sites. */
export const SITE_FILTER = {
  kind: 'one',
  label: 'Site',
  none: 'All sites',
  from: 'sites',
  address: z.coerce.number().int().min(1).optional().catch(undefined),
} as const satisfies ListFilter<ChoiceSource>

const MOST_LETTERS = 200

/** Filters by words of a query from Search Console, or of what it belongs to. */
export const QUERY_FILTER = {
  kind: 'search',
  address: z.coerce.string().max(MOST_LETTERS).default('').catch(''),
} as const
