import { z } from 'zod'
import { KEYWORD_MAXIMUM } from '#shared/features/keywords/keywords/contract.ts'
import { distinctKeywords } from '#shared/features/keywords/keywords/rules.ts'
import { COUNTRIES } from '#shared/format/labels.ts'
import { listOf, PageField } from '#shared/http/fields.ts'

/** The orders of the keywords; sorted in the browser, which has all rows. */
export const RESEARCH_SORTS = ['keyword', 'volume', 'trend', 'competition'] as const

/** The number of keywords per lookup; each can cost an API call. */
export const MOST_TOGETHER = 10

/** The address of Keyword Research. Invalid values are ignored. */
export const ResearchSearch = z.object({
  keyword: z.coerce.string().max(KEYWORD_MAXIMUM).default('').catch(''),
  /** Further keywords of the same lookup. */
  also: listOf(z.coerce.string().min(1).max(KEYWORD_MAXIMUM), MOST_TOGETHER - 1).catch(undefined),
  country: z.enum(COUNTRIES).default('us').catch('us'),
  /** By default, keywords keep the order of the response: closest to the words first. */
  sort: z.enum(RESEARCH_SORTS).optional().catch(undefined),
  sortOrder: z.enum(['asc', 'desc']).default('desc').catch('desc'),
  page: PageField.catch(1),
})
export type ResearchSearch = z.output<typeof ResearchSearch>

/** The parts that a saved view stores. */
export const VIEW = {
  schema: ResearchSearch,
  parameters: ['keyword', 'also', 'country', 'sort', 'sortOrder'],
} as const

type Asked = Pick<ResearchSearch, 'keyword' | 'also'>

/** The keywords of an address. */
export const keywordsOf = ({ keyword, also = [] }: Asked): readonly string[] =>
  keyword === '' ? [] : [keyword, ...also]

/** Names a lookup: its country and keywords. */
export const lookupOf = ({ country, ...asked }: Asked & Pick<ResearchSearch, 'country'>) =>
  JSON.stringify([country, ...keywordsOf(asked)])

const SEPARATORS = /[,;\n\r\t]+/

/** Whether the typed text has more than one part. */
export const hasSeparator = (text: string) => SEPARATORS.test(text)

/** The distinct keywords of a text, separated by commas, semicolons, tabs and line breaks. */
export const wordsIn = (text: string): string[] =>
  distinctKeywords(text.split(SEPARATORS).map((part) => part.slice(0, KEYWORD_MAXIMUM)))

/** Keywords in the form of the address. */
export function askedFor(keywords: readonly string[]): Asked {
  const [keyword = '', ...also] = distinctKeywords(keywords).slice(0, MOST_TOGETHER)
  return { keyword, also: also.length > 0 ? also : undefined }
}
