import type { PreflightForm } from '#shared/features/articles/preflight/rules.ts'
import { createRemembered } from '../../../db/remembered.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { readContent } from './content-queries.ts'
import { articleJobs } from './jobs.ts'
import type { WholeArticle } from './queries.ts'
import { articleHandlers } from './routes.ts'
import { createArticlesService } from './service.ts'
import type { ArticleParts } from './verbs/access.ts'
import { releaseFirst, unlessHeld } from './verbs/hold-decision.ts'
import { requestPosts } from './verbs/mirror-post.ts'
import { requestTasks } from './verbs/mirror-task.ts'

export { readContent }

const TOTALS_KEPT_MS = 3000

export function createArticles(given: ArticleParts & { timeZone: string }) {
  const effects = [...given.effects, requestTasks(given), requestPosts(given)]
  const listeners = [releaseFirst(() => parts), ...given.listeners, ...effects.map(unlessHeld)]
  const parts: ArticleParts & { timeZone: string } = { ...given, listeners, effects }
  const from = [articles, articleKeywords]
  const totals = createRemembered({ keepMs: TOTALS_KEPT_MS, clock: parts.clock, db: parts.db, from })
  const service = createArticlesService({ ...parts, totals })
  return { service, handlers: articleHandlers(parts.db, service), jobs: articleJobs(parts) }
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
