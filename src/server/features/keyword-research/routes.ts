import type { keywordResearchEndpoints } from '#shared/features/keyword-research/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { presentQuestion, presentResearched, presentSaid } from './present.ts'
import type { KeywordResearchService } from './service.ts'

export function keywordResearchHandlers(
  service: KeywordResearchService,
): Handlers<typeof keywordResearchEndpoints> {
  return {
    async keywords({ query }) {
      const { rows, ...said } = await service.findKeywords(query.keyword, query.country)
      return { keywords: rows.map(presentResearched), ...presentSaid(said) }
    },
    async peopleAlsoAsk({ query }) {
      const { questions, ...said } = await service.findQuestions(query.keyword, query.country)
      return { questions: questions.map(presentQuestion), ...presentSaid(said) }
    },
  }
}
