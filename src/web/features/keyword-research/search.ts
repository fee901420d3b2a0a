import { z } from 'zod'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { COUNTRIES } from '#shared/format/labels.ts'
import { PageField } from '#shared/http/fields.ts'

/** What the keywords are sorted by, here in the browser: all of them are there. */
export const RESEARCH_SORTS = ['keyword', 'volume', 'trend', 'competition'] as const

/** Keyword Research: what is looked up. Wrong values count as not said. */
export const ResearchSearch = z.object({
  keyword: z.coerce.string().max(KEYWORD_MAXIMUM).default('').catch(''),
  country: z.enum(COUNTRIES).default('us').catch('us'),
  /** Left out, they stand as they were answered: what is nearest to the words first. */
  sort: z.enum(RESEARCH_SORTS).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).default('desc').catch('desc'),
  page: PageField.catch(1),
})
export type ResearchSearch = z.output<typeof ResearchSearch>
