import { z } from 'zod'
import { endpoint } from '../../http/endpoint.ts'
import { requiredText } from '../../http/fields.ts'
import { KEYWORD_MAXIMUM } from '../keywords/contract.ts'
import { CountryField, MarketUsage } from '../opportunities/contract.ts'

export const MISSING_WORDS = 'Please input a keyword!'

const Asked = z.object({
  keyword: requiredText(KEYWORD_MAXIMUM, MISSING_WORDS),
  country: CountryField.default('us'),
})

/** What people type. What is not known of it is null. */
export const ResearchRow = z.object({
  keyword: z.string(),
  /** Searches a month. */
  volume: z.number().nullable(),
  /** Percent against the month before. */
  trend: z.number().nullable(),
  /** Searches in each of the last twelve months, the earliest first; fewer where fewer are known. */
  months: z.array(z.number()),
  /** Percent, 0 to 100. */
  competition: z.number().nullable(),
  /** Only where the keyword stands in our list. */
  keyword_id: z.number().optional(),
})
export type ResearchRow = z.infer<typeof ResearchRow>

/** A question that people ask, and what they are told. */
export const AskedQuestion = z.object({
  question: z.string(),
  answer: z.string(),
  /** Whose answer it is. */
  source: z.string(),
  link: z.string().nullable(),
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

/** When it was said; and why nobody could be asked anew, where that is so. */
const SAID = { as_of: z.string(), problem: z.string().nullable(), usage: MarketUsage }

const access = ['ViewTools', 'KeywordResearch'] as const

export const keywordResearchEndpoints = {
  keywords: endpoint({
    method: 'GET',
    path: '/api/keyword-research',
    access,
    summary: 'Related searches, highest volume first.',
    query: Asked,
    answer: z.object({ keywords: z.array(ResearchRow), ...SAID }),
  }),
  peopleAlsoAsk: endpoint({
    method: 'GET',
    path: '/api/keyword-research/people-also-ask',
    access,
    summary: 'Questions people ask about these words.',
    query: Asked,
    answer: z.object({ questions: z.array(AskedQuestion), ...SAID }),
  }),
}
