import type { IntegrationError } from '../../../integrations/integration-error.ts'
import { healthPortOf } from '../../../integrations/publishing-site/port.ts'
import type { ExportsService, OutsideService } from '../../ground/area.ts'
import { adoptionFiles } from './adoption-files.ts'
import { adoptionJobs } from './jobs.ts'
import { adoptionHandlers } from './routes.ts'
import { type AdoptionsParts, createAdoptionsService } from './service.ts'

/** The file that people may ask for here. */
export { joinKeywords } from './keyword-reader.ts'
export { refusalOf } from './verbs/adopt-site.ts'

interface Parts extends Omit<AdoptionsParts, 'tell'> {
  exports: Pick<ExportsService, 'startExport'>
  outside: Pick<OutsideService, 'reportFailure' | 'reportSuccess'>
}

export function createAdoptions({ exports, outside, ...given }: Parts) {
  const parts = {
    ...given,
    tell: {
      failure: (code: string, error: IntegrationError) => outside.reportFailure(healthPortOf(code), error),
    },
  }
  const service = createAdoptionsService(parts)
  return {
    service,
    handlers: adoptionHandlers(service, exports),
    files: adoptionFiles(parts),
    jobs: adoptionJobs(parts),
  }
}
