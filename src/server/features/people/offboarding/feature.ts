import type { OffboardingDeps } from './deps.ts'
import { offboardingJobs } from './jobs.ts'
import { offboardingHandlers } from './routes.ts'
import { runFiles } from './run-files.ts'
import { createOffboardingService } from './service.ts'

export function createOffboarding(deps: OffboardingDeps) {
  const service = createOffboardingService(deps)
  return {
    service,
    handlers: offboardingHandlers(service),
    files: runFiles(deps),
    jobs: offboardingJobs(deps),
  }
}
