import type { keywordResearchEndpoints } from '#shared/features/keywords/keyword-research/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { withBilledUser } from '../../../integrations/billed-user.ts'
import { presentQuestion, presentResearched, presentSaid } from './present.ts'
import type { KeywordResearchService } from './service.ts'

export function keywordResearchHandlers(
  service: KeywordResearchService,
): Handlers<typeof keywordResearchEndpoints> {
  return {
    async keywords({ actor, query }) {
      const { rows, ...said } = await withBilledUser(actor.id, () =>
        service.findKeywords(query.keyword, query.country),
      )
      return { keywords: rows.map(presentResearched), ...presentSaid(said) }
    },
    async peopleAlsoAsk({ actor, query }) {
      const { questions, ...said } = await withBilledUser(actor.id, () =>
        service.findQuestions(query.keyword, query.country),
      )
      return { questions: questions.map(presentQuestion), ...presentSaid(said) }
    },
  }
}
