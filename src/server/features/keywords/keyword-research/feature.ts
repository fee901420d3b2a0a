import { keywordResearchHandlers } from './routes.ts'
import { createKeywordResearchService, type ResearchDeps } from './service.ts'

export function createKeywordResearch(deps: ResearchDeps) {
  const service = createKeywordResearchService(deps)
  return { service, handlers: keywordResearchHandlers(service) }
}
