import { createReadCache } from '../../../db/cache/read-cache.ts'
import { contentPosts } from '../../../db/schema/content.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { marketKeywords } from '../../../db/schema/market.ts'
import { searchQueryTotals } from '../../../db/schema/searches.ts'
import type { MarketKeyword, MarketOverview } from '../../../integrations/keyword-market/port.ts'
import { opportunityJobs } from './jobs.ts'
import { createLeadReader, type LeadDeps } from './lead-reader.ts'
import { opportunityHandlers } from './routes.ts'
import { createOpportunitiesService, type OpportunityDeps } from './service.ts'

export { filterOf, SORTS } from './filter-reader.ts'

const MAX_AGE_MS = 3000
/** Another process may import a market: its overview is at most twice as old. */
const OVERVIEW_MAX_AGE_MS = 30_000
/** A page is some 50 kB, and the key of several filters may be. */
const MOST_KEPT = 200

interface Deps
  extends Omit<OpportunityDeps, 'totals' | 'counts' | 'pages' | 'overviews' | 'readLead'>,
    LeadDeps {}

export function createOpportunities(given: Deps) {
  const { db, clock } = given
  const kept = { maxAgeMs: MAX_AGE_MS, clock, db }
  const market = { ...kept, from: [marketKeywords, keywords], most: MOST_KEPT }
  const totals = createReadCache({ ...kept, from: [keywords, contentPosts, searchQueryTotals] })
  const counts = createReadCache<readonly number[]>(market)
  const pages = createReadCache<readonly MarketKeyword[]>(market)
  const overviews = createReadCache<MarketOverview>({
    ...kept,
    maxAgeMs: OVERVIEW_MAX_AGE_MS,
    from: [marketKeywords],
  })
  const service = createOpportunitiesService({
    ...given,
    totals,
    counts,
    pages,
    overviews,
    readLead: createLeadReader(given),
  })
  return {
    service,
    handlers: opportunityHandlers(service),
    jobs: opportunityJobs(service),
  }
}
