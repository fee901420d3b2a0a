import type { AccessReviewDeps } from './deps.ts'
import { accessReviewJobs } from './jobs.ts'
import { reviewFiles } from './review-files.ts'
import { accessReviewHandlers } from './routes.ts'
import { createAccessReviewService } from './service.ts'

export function createAccessReviews(deps: AccessReviewDeps) {
  const service = createAccessReviewService(deps)
  return {
    service,
    handlers: accessReviewHandlers(service, deps),
    files: reviewFiles(deps),
    jobs: accessReviewJobs(deps),
  }
}
