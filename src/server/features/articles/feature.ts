import { createRememberedTotals } from '../../db/remembered-totals.ts'
import { articleJobs } from './jobs.ts'
import { articleHandlers } from './routes.ts'
import { createArticlesService } from './service.ts'
import type { ArticleParts } from './verbs/access.ts'

const TOTALS_KEPT_MS = 3000

export function createArticles(parts: ArticleParts & { timeZone: string }) {
  const totals = createRememberedTotals({ keepMs: TOTALS_KEPT_MS, clock: parts.clock })
  const service = createArticlesService({ ...parts, totals })
  return { service, handlers: articleHandlers(parts.db, service), jobs: articleJobs(parts) }
}
