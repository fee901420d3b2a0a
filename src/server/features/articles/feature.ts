import { articleHandlers } from './routes.ts'
import { createArticlesService } from './service.ts'
import type { ArticleParts } from './verbs/access.ts'

export function createArticles(parts: ArticleParts & { timeZone: string }) {
  const service = createArticlesService(parts)
  return { service, handlers: articleHandlers(parts, service) }
}
