import { createRememberedTotals } from '../../db/remembered-totals.ts'
import { contentPosts } from '../../db/schema/content.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { marketKeywords } from '../../db/schema/market.ts'
import { searchQueryTotals } from '../../db/schema/searches.ts'
import { onWrite } from '../../db/writes.ts'
import { opportunityJobs } from './jobs.ts'
import { createLeadReader, type LeadParts } from './lead-reader.ts'
import { opportunityHandlers } from './routes.ts'
import { createOpportunitiesService, type OpportunityParts } from './service.ts'

const TOTALS_KEPT_MS = 3000

interface Parts extends Omit<OpportunityParts, 'totals' | 'overviews' | 'readLead'>, LeadParts {}

export function createOpportunities(given: Parts) {
  const { db, clock } = given
  const totals = createRememberedTotals({
    keepMs: TOTALS_KEPT_MS,
    clock,
    db,
    from: [marketKeywords, keywords, contentPosts, searchQueryTotals],
  })
  const overviews: OpportunityParts['overviews'] = new Map()
  onWrite(db, [marketKeywords], () => overviews.clear())
  const service = createOpportunitiesService({
    ...given,
    totals,
    overviews,
    readLead: createLeadReader(given),
  })
  return {
    service,
    handlers: opportunityHandlers(service),
    jobs: opportunityJobs(service, given.timeZone),
  }
}
