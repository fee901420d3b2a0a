import type { AskedQuestion, ResearchRow } from '#shared/features/keywords/keyword-research/contract.ts'
import { trendOf } from '#shared/features/keywords/opportunities/rules.ts'
import type { ToldUsage } from '../../../integrations/billed-user.ts'
import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { ResearchedKeyword, ResearchedQuestion } from '../../../integrations/keyword-research/port.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { presentUsage } from '../opportunities/present.ts'

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 10) / 10)

export const presentResearched = ({
  keywordId,
  keyword,
  volume,
  competition,
  months,
}: ResearchedKeyword & { keywordId: number | undefined }): ResearchRow => {
  const [before, now] = [months.at(-2), months.at(-1)]
  return {
    keyword,
    volume,
    competition,
    months: [...months],
    trend: rounded(now === undefined || before === undefined ? null : trendOf(now, before)),
    ...(keywordId === undefined ? {} : { keyword_id: keywordId }),
  }
}

export const presentQuestion = ({ question, answer, source, link }: ResearchedQuestion): AskedQuestion => ({
  question,
  answer,
  source,
  link,
})

/** Time and source of the data, and why it could not be refreshed. */
export const presentSaid = ({
  asOf,
  failure,
  usage,
}: {
  asOf: Date
  failure?: IntegrationError
  usage: ToldUsage
}) => ({
  as_of: asOf.toISOString(),
  problem: failure === undefined ? null : sayRefusal(failure),
  usage: presentUsage(usage),
})
