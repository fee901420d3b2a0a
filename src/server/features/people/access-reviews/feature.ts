import { accessReviewJobs } from './jobs.ts'
import type { AccessReviewParts } from './parts.ts'
import { reviewFiles } from './review-files.ts'
import { accessReviewHandlers } from './routes.ts'
import { createAccessReviewService } from './service.ts'

export function createAccessReviews(parts: AccessReviewParts) {
  const service = createAccessReviewService(parts)
  return {
    service,
    handlers: accessReviewHandlers(service, parts),
    files: reviewFiles(parts),
    jobs: accessReviewJobs(parts),
  }
}
