import { keywordResearchHandlers } from './routes.ts'
import { createKeywordResearchService, type ResearchParts } from './service.ts'

export function createKeywordResearch(parts: ResearchParts) {
  const service = createKeywordResearchService(parts)
  return { service, handlers: keywordResearchHandlers(service) }
}
