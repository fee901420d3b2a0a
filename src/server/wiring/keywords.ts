import { createKeywordChanges } from '../features/keyword-changes/feature.ts'
import { createKeywordComments } from '../features/keyword-comments/feature.ts'
import { createKeywordResearch } from '../features/keyword-research/feature.ts'
import { createOpportunities } from '../features/opportunities/feature.ts'
import { createPlanner } from '../features/planner/feature.ts'
import type { PartsOf } from './frame.ts'

/** What stands around keywords: what was done to them, what is said of them, and which are worth adding. */
export const aroundKeywords = (
  of: PartsOf<typeof createKeywordChanges> &
    PartsOf<typeof createKeywordComments> &
    PartsOf<typeof createKeywordResearch> &
    PartsOf<typeof createOpportunities> &
    Omit<PartsOf<typeof createPlanner>, 'readLead'>,
) => {
  const opportunities = createOpportunities(of)
  return {
    keywordChanges: createKeywordChanges(of),
    keywordComments: createKeywordComments(of),
    keywordResearch: createKeywordResearch(of),
    opportunities,
    planner: createPlanner({ ...of, readLead: opportunities.service.readLead }),
  }
}
