import { offboardingJobs } from './jobs.ts'
import type { OffboardingParts } from './parts.ts'
import { offboardingHandlers } from './routes.ts'
import { createOffboardingService } from './service.ts'

/** The file that people may ask for here. */
export { runFiles } from './run-files.ts'

export function createOffboarding(parts: OffboardingParts) {
  const service = createOffboardingService(parts)
  return { service, handlers: offboardingHandlers(service), jobs: offboardingJobs(parts) }
}
