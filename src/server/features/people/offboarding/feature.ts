import { offboardingJobs } from './jobs.ts'
import type { OffboardingParts } from './parts.ts'
import { offboardingHandlers } from './routes.ts'
import { runFiles } from './run-files.ts'
import { createOffboardingService } from './service.ts'

export function createOffboarding(parts: OffboardingParts) {
  const service = createOffboardingService(parts)
  return {
    service,
    handlers: offboardingHandlers(service),
    files: runFiles(parts),
    jobs: offboardingJobs(parts),
  }
}
