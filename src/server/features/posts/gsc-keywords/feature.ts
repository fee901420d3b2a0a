import type { IntegrationError } from '../../../integrations/integration-error.ts'
import type { OutsideService } from '../../ground/area.ts'
import type { CollectSearchesDeps, GscHandlerDeps, StrikingFileDeps } from './deps.ts'
import { gscKeywordsJobs } from './jobs.ts'
import { gscKeywordsHandlers } from './routes.ts'
import { strikingFiles } from './striking-files.ts'

export { all, figures, type ListQuestion, ofPost, type SearchFigures, withWords } from './queries.ts'

/** As it is called among the outside systems. */
const PORT = 'Searches'

export function createGscKeywords(
  deps: GscHandlerDeps &
    StrikingFileDeps &
    Omit<CollectSearchesDeps, 'tell'> & { outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'> },
) {
  const tell = {
    failure: (error: IntegrationError) => deps.outside.reportFailure(PORT, error),
    success: () => deps.outside.reportSuccess(PORT),
  }
  return {
    handlers: gscKeywordsHandlers(deps),
    files: strikingFiles(deps),
    jobs: gscKeywordsJobs({ ...deps, tell }),
  }
}
