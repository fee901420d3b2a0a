import { createKeywordChanges } from '../features/keywords/keyword-changes/feature.ts'
import { createKeywordComments } from '../features/keywords/keyword-comments/feature.ts'
import { createKeywordResearch } from '../features/keywords/keyword-research/feature.ts'
import { createOpportunities } from '../features/keywords/opportunities/feature.ts'
import { createPlanner } from '../features/keywords/planner/feature.ts'
import type { PartsOf } from './frame.ts'

/** Features around keywords: changes, comments, and research. */
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
