import type { decisionEndpoints, HeldDecision } from '#shared/features/decisions/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import type { HeldRow } from '../articles/decision-store.ts'
import { presentArticle } from '../articles/present.ts'
import type { ArticlesService } from '../articles/service.ts'

export interface DecisionParts {
  articles: Pick<ArticlesService, 'listHeldDecisions' | 'extendDecision' | 'undoDecision'>
}

const presentDecision = ({ articleId, title, command, releaseAt }: HeldRow): HeldDecision => ({
  article_id: articleId,
  title,
  command,
  releases_at: releaseAt.toISOString(),
})

export function decisionHandlers({ articles }: DecisionParts): Handlers<typeof decisionEndpoints> {
  return {
    list: async ({ actor }) => (await articles.listHeldDecisions(actor)).map(presentDecision),
    extend: async ({ actor, params }) => presentDecision(await articles.extendDecision(actor, params.id)),
    async undo({ actor, params }) {
      const { article, words } = await articles.undoDecision(actor, params.id)
      return { article: presentArticle(article), words }
    },
  }
}
