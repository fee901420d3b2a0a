import { z } from 'zod'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/contract.ts'
import { distinctKeywords } from '#shared/features/keywords/rules.ts'
import { COUNTRIES } from '#shared/format/labels.ts'
import { PageField } from '#shared/http/fields.ts'

/** What the keywords are sorted by, here in the browser: all of them are there. */
export const RESEARCH_SORTS = ['keyword', 'volume', 'trend', 'competition'] as const

/** So many keywords are looked up at once; each may cost a call. */
export const MOST_TOGETHER = 10

/** Keyword Research: what is looked up. Wrong values count as not said. */
export const ResearchSearch = z.object({
  keyword: z.coerce.string().max(KEYWORD_MAXIMUM).default('').catch(''),
  /** Further keywords that are looked up along with it; one is written without brackets as well. */
  also: z
    .preprocess(
      (value) => (typeof value === 'string' ? [value] : value),
      z.array(z.coerce.string().min(1).max(KEYWORD_MAXIMUM)).max(MOST_TOGETHER - 1),
    )
    .optional()
    .catch(undefined),
  country: z.enum(COUNTRIES).default('us').catch('us'),
  /** Left out, they stand as they were answered: what is nearest to the words first. */
  sort: z.enum(RESEARCH_SORTS).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).default('desc').catch('desc'),
  page: PageField.catch(1),
})
export type ResearchSearch = z.output<typeof ResearchSearch>

/** What a saved view keeps. */
export const VIEW = {
  schema: ResearchSearch,
  parameters: ['keyword', 'also', 'country', 'sort', 'sortOrder'],
} as const

type Asked = Pick<ResearchSearch, 'keyword' | 'also'>

/** The keywords of an address. */
export const keywordsOf = ({ keyword, also = [] }: Asked): readonly string[] =>
  keyword === '' ? [] : [keyword, ...also]

/** The keywords between commas, semicolons or lines, each once, as an address has them. */
export function askedFor(typed: string): Asked {
  const [keyword = '', ...also] = distinctKeywords(typed.split(/[,;\n\r\t]+/)).slice(0, MOST_TOGETHER)
  return { keyword, also: also.length > 0 ? also : undefined }
}
