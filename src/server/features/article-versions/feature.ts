import type { Db } from '../../db/connect.ts'
import type { Actor } from '../../http/actor.ts'
import { articleVersionHandlers } from './routes.ts'
import { createArticleVersionsService } from './service.ts'

export function createArticleVersions({ db }: { db: Db }) {
  const service = createArticleVersionsService({ db })
  return {
    service,
    handlersFor: (requireVisible: (actor: Actor, articleId: number) => Promise<unknown>) =>
      articleVersionHandlers(service, requireVisible),
  }
}
