import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Country } from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { usageOf } from '../../../integrations/billed-user.ts'
import { inTime } from '../../../integrations/in-time.ts'
import type { KeywordResearch } from '../../../integrations/keyword-research/port.ts'
import { findIdsByIdentity } from '../keywords/feature.ts'

export interface ResearchDeps {
  db: Db
  research: KeywordResearch
}

export type KeywordResearchService = ReturnType<typeof createKeywordResearchService>

/** Search terms and questions around some words. */
export function createKeywordResearchService({ db, research }: ResearchDeps) {
  const readUsage = () => usageOf(research)
  return {
    async findKeywords(words: string, country: Country) {
      const { value, ...dated } = await inTime(
        research.source,
        'find keywords',
        research.keywords(words, country),
      )
      const ids = await findIdsByIdentity(
        db,
        value.map(({ keyword }) => keywordIdentity(keyword)),
      )
      const rows = value.map((row) => ({ ...row, keywordId: ids.get(keywordIdentity(row.keyword)) }))
      return { rows, ...dated, usage: await readUsage() }
    },
    async findQuestions(words: string, country: Country) {
      const { value, ...dated } = await inTime(
        research.source,
        'find questions',
        research.questions(words, country),
      )
      return { questions: value, ...dated, usage: await readUsage() }
    },
  }
}
