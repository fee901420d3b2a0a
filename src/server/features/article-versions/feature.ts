import type { Caller } from '../../security/actor.ts'
import { articleVersionHandlers } from './routes.ts'
import { createArticleVersionsService, type VersionParts } from './service.ts'

export function createArticleVersions(parts: VersionParts) {
  const service = createArticleVersionsService(parts)
  return {
    service,
    handlersFor: (requireVisible: (actor: Caller, articleId: number) => Promise<unknown>) =>
      articleVersionHandlers(service, requireVisible),
  }
}
