import type { Db } from '../../../db/connect.ts'
import type { ArticlesService } from '../articles/service.ts'
import { articleVersionHandlers } from './routes.ts'
import { createArticleVersionsService } from './service.ts'

export function createArticleVersions(deps: { db: Db; articles: Pick<ArticlesService, 'readArticle'> }) {
  const service = createArticleVersionsService(deps)
  return { handlers: articleVersionHandlers(service, deps.articles.readArticle) }
}
