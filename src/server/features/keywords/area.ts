import type { Frame } from '../../frame.ts'
import type { GroundServices } from '../ground/area.ts'
import { createKeywordChanges } from './keyword-changes/feature.ts'
import { recordAddition, recordEdit, recordUpload } from './keyword-changes/keyword-listener.ts'
import { createKeywordComments } from './keyword-comments/feature.ts'
import { createKeywordResearch } from './keyword-research/feature.ts'
import { createKeywordUploads } from './keyword-uploads/feature.ts'
import { createKeywords } from './keywords/feature.ts'
import { createOpportunities } from './opportunities/feature.ts'
import { createPlanner } from './planner/feature.ts'

export type { UploadsService } from './keyword-uploads/service.ts'
export { findIdsByIdentity } from './keywords/feature.ts'
export { endOf, type KeywordsService, listIdsByRate, type RatePage } from './keywords/service.ts'
export { filterOf, SORTS } from './opportunities/feature.ts'

export function createKeywordArea(given: Frame & GroundServices) {
  const keywords = createKeywords({ ...given, listeners: [recordEdit], additions: [recordAddition] })
  const deps = { ...given, keywords: keywords.service }
  const keywordUploads = createKeywordUploads({ ...deps, listeners: [recordUpload] })
  const opportunities = createOpportunities(deps)
  return {
    features: {
      ...{ keywords, keywordUploads, opportunities },
      keywordChanges: createKeywordChanges(deps),
      keywordComments: createKeywordComments(deps),
      keywordResearch: createKeywordResearch(deps),
      planner: createPlanner({ ...deps, readLead: opportunities.service.readLead }),
    },
    services: { keywords: keywords.service, keywordUploads: keywordUploads.service },
  }
}

export type KeywordServices = ReturnType<typeof createKeywordArea>['services']
