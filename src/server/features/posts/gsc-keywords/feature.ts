import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { OutsideService } from '../../ground/area.ts'
import { gscKeywordsJobs } from './jobs.ts'
import type { CollectSearchesParts, GscHandlerParts, StrikingFileParts } from './parts.ts'
import { gscKeywordsHandlers } from './routes.ts'
import { strikingFiles } from './striking-files.ts'

export { all, figures, type ListQuestion, ofPost, type SearchFigures, withWords } from './queries.ts'

/** As it is called among the outside systems. */
const PORT = 'Searches'

export function createGscKeywords(
  parts: GscHandlerParts &
    StrikingFileParts &
    Omit<CollectSearchesParts, 'tell'> & { outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'> },
) {
  const tell = {
    failure: (error: IntegrationError) => parts.outside.reportFailure(PORT, error),
    success: () => parts.outside.reportSuccess(PORT),
  }
  return {
    handlers: gscKeywordsHandlers(parts),
    files: strikingFiles(parts),
    jobs: gscKeywordsJobs({ ...parts, tell }),
  }
}
