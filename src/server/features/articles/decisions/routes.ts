import type { decisionEndpoints } from '#shared/features/articles/decisions/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import { objectText } from '../../../db/json/json-text.ts'
import type { ArticlesService } from '../articles/service.ts'
import { presentDecision } from './present.ts'

export interface DecisionDeps {
  clock: () => Date
  articles: Pick<ArticlesService, 'listHeldDecisions' | 'extendDecision' | 'undoDecision'>
}

export function decisionHandlers({ articles, clock }: DecisionDeps): Handlers<typeof decisionEndpoints> {
  return {
    async list({ actor }) {
      const rows = await articles.listHeldDecisions(actor)
      return rows.map((row) => presentDecision(row, clock()))
    },
    extend: async ({ actor, params }) =>
      presentDecision(await articles.extendDecision(actor, params.id), clock()),
    async undo({ actor, params }) {
      const { article, words } = await articles.undoDecision(actor, params.id)
      return objectText({ article, words })
    },
  }
}
