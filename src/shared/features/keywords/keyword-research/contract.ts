import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { requiredText } from '../../../http/fields.ts'
import { KEYWORD_MAXIMUM } from '../keywords/contract.ts'
import { CountryField, MarketUsage } from '../opportunities/contract.ts'

export const MISSING_WORDS = 'Please input a keyword!'

const Asked = z.object({
  keyword: requiredText(KEYWORD_MAXIMUM, MISSING_WORDS),
  country: CountryField.default('us'),
})

/** A search term. Unknown figures are null. */
export const ResearchRow = z.object({
  keyword: z.string(),
  /** Searches a month. */
  volume: z.number().nullable(),
  /** Percent against the previous month. */
  trend: z.number().nullable(),
  /** Searches per month for up to twelve months, oldest first. */
  months: z.array(z.number()),
  /** Percent, 0 to 100. */
  competition: z.number().nullable(),
  /** Only if the keyword is in our list. */
  keyword_id: z.number().optional(),
})
export type ResearchRow = z.infer<typeof ResearchRow>

/** A question with its answer. */
export const AskedQuestion = z.object({
  question: z.string(),
  answer: z.string(),
  /** Source of the answer. */
  source: z.string(),
  link: z.string().nullable(),
})
export type AskedQuestion = z.infer<typeof AskedQuestion>

/** The time of the data, and why it could not be refreshed, if so. */
const SAID = { as_of: Timestamp, problem: z.string().nullable(), usage: MarketUsage }

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
