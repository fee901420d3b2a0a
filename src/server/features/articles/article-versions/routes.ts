import type { articleVersionEndpoints } from '#shared/features/articles/article-versions/contract.ts'
import type { Handlers } from '../../../calls/handlers.ts'
import type { Caller } from '../../../security/actor.ts'
import { presentUserName } from '../../ground/area.ts'
import { presentText } from './present.ts'
import type { ArticleVersionsService } from './service.ts'

export function articleVersionHandlers(
  service: ArticleVersionsService,
  /** Throws where this person may not see the article. */
  requireVisible: (actor: Caller, articleId: number) => Promise<unknown>,
): Handlers<typeof articleVersionEndpoints> {
  return {
    async list({ actor, params, query }) {
      await requireVisible(actor, params.id)
      const { versions, before } = await service.listVersions(params.id, query.before)
      const nodes = versions.map(({ version, createdAt, user, changes }) => ({
        version,
        user: user ? presentUserName(user) : null,
        created_at: createdAt.toISOString(),
        changes,
      }))
      return { nodes, before }
    },
    async sinceReturn({ actor, params }) {
      await requireVisible(actor, params.id)
      const { returnedAt, changes, before } = await service.compareWithReturned(params.id)
      return {
        returned_at: returnedAt?.toISOString() ?? null,
        changes,
        before: before && presentText(before),
      }
    },
  }
}
