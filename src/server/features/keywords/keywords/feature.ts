import type { Pool } from 'pg'
import { createReadCache } from '../../../db/cache/read-cache.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'
import { createKeywordNames } from './name-queries.ts'
import { keywordHandlers } from './routes.ts'
import { createKeywordsService, type KeywordDeps } from './service.ts'

const TOTALS_MAX_AGE_MS = 3000

export function createKeywords(given: Omit<KeywordDeps, 'totals' | 'names'> & { pool: Pool }) {
  const totals = createReadCache({
    maxAgeMs: TOTALS_MAX_AGE_MS,
    clock: given.clock,
    db: given.db,
    // Lists of keywords also filter by the statuses of their articles and by the publishers that won or lost them.
    from: [keywords, articles, articleKeywords, keywordDays],
  })
  const service = createKeywordsService({ ...given, totals, names: createKeywordNames(given) })
  return { service, handlers: keywordHandlers(given.pool, service) }
}

export { findIdsByIdentity } from './store.ts'
