import { z } from 'zod'
import { REVIEW_SORTS } from '#shared/features/people/access-reviews/contract.ts'
import {
  DECISION_WORDS,
  REVIEW_DECISIONS,
  REVIEW_FACTS,
} from '#shared/features/people/access-reviews/rules.ts'
import { PageField, text } from '#shared/http/fields.ts'
import { orderIn } from '#web/ui/list/address.ts'

const CHOSEN = [...REVIEW_DECISIONS, 'undecided'] as const
const LONGEST = 100

/** The address of a review's accounts; invalid values are ignored. */
export const ReviewSearch = z.object({
  fact: z.enum(REVIEW_FACTS).optional().catch(undefined),
  system: text(LONGEST).optional().catch(undefined),
  decision: z.enum(CHOSEN).optional().catch(undefined),
  page: PageField.catch(1),
  ...orderIn(REVIEW_SORTS, 'standing', 'asc'),
})
export type ReviewSearch = z.infer<typeof ReviewSearch>

/** The filters of a review, given its systems. */
export const filtersOf = (systems: readonly { operation: string; operation_name: string }[]) =>
  ({
    system: {
      kind: 'one',
      label: 'System',
      none: 'All systems',
      from: systems.map(({ operation, operation_name: label }) => ({ value: operation, label })),
      address: ReviewSearch.shape.system,
    },
    decision: {
      kind: 'one',
      label: 'Decision',
      none: 'All decisions',
      from: CHOSEN.map((value) => ({ value, label: DECISION_WORDS[value] })),
      address: ReviewSearch.shape.decision,
    },
  }) as const
