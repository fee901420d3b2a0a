import type { PreflightForm } from '#shared/features/articles/preflight/rules.ts'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { readContent } from './content-queries.ts'
import { articleJobs } from './jobs.ts'
import { articleHandlers } from './routes.ts'
import { createArticlesService } from './service.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { releaseFirst, unlessHeld } from './verbs/hold-decision.ts'
import { requestPosts } from './verbs/mirror-post.ts'
import { requestTasks } from './verbs/mirror-task.ts'
import type { WholeArticle } from './whole-queries.ts'

export { readContent }

const TOTALS_MAX_AGE_MS = 3000

export function createArticles(given: ArticleDeps & { timeZone: string }) {
  const effects = [...given.effects, requestTasks(given), requestPosts(given)]
  const listeners = [releaseFirst(() => deps), ...given.listeners, ...effects.map(unlessHeld)]
  const deps: ArticleDeps & { timeZone: string } = { ...given, listeners, effects }
  const from = [articles, articleKeywords]
  const totals = createReadCache({ maxAgeMs: TOTALS_MAX_AGE_MS, clock: deps.clock, db: deps.db, from })
  const service = createArticlesService({ ...deps, totals })
  return { service, handlers: articleHandlers(deps.db, service), jobs: articleJobs(deps) }
}

/** A stored article as its dialog would show it. */
export function formOf({ article, keywords, products, faqs }: WholeArticle): PreflightForm {
  return {
    siteId: article.siteId,
    title: article.title,
    imageUrl: article.imageUrl,
    keywords: keywords.map(({ id, keyword }) => ({ keyword_id: id, keyword })),
    products: products.map(({ summary, ...product }) => ({ ...product, summary: summary ?? '' })),
    faqs,
  }
}
