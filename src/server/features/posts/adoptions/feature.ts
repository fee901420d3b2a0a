import type { IntegrationError } from '../../../integrations/integration-error.ts'
import { healthPortOf } from '../../../integrations/publishing-site/port.ts'
import type { ExportsService, OutsideService } from '../../ground/area.ts'
import { adoptionFiles } from './adoption-files.ts'
import { adoptionJobs } from './jobs.ts'
import { adoptionHandlers } from './routes.ts'
import { type AdoptionsDeps, createAdoptionsService } from './service.ts'

/** The file that people may ask for here. */
export { joinKeywords } from './keyword-reader.ts'
export { refusalOf } from './verbs/adopt-site.ts'

interface Deps extends Omit<AdoptionsDeps, 'tell'> {
  exports: Pick<ExportsService, 'startExport'>
  outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'>
}

export function createAdoptions({ exports, outside, ...given }: Deps) {
  const deps = {
    ...given,
    tell: {
      failure: (code: string, error: IntegrationError) => outside.reportFailure(healthPortOf(code), error),
    },
  }
  const service = createAdoptionsService(deps)
  return {
    service,
    handlers: adoptionHandlers(service, exports),
    files: adoptionFiles(deps),
    jobs: adoptionJobs(deps),
  }
}
