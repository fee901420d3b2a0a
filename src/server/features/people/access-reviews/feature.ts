import { accessReviewJobs } from './jobs.ts'
import type { AccessReviewParts } from './parts.ts'
import { accessReviewHandlers } from './routes.ts'
import { createAccessReviewService } from './service.ts'

/** What of it follows revocations, in their transactions. */
export { followAccess } from './access-listener.ts'
/** The file that people may ask for here. */
export { reviewFiles } from './review-files.ts'

export function createAccessReviews(parts: AccessReviewParts) {
  const service = createAccessReviewService(parts)
  return { service, handlers: accessReviewHandlers(service, parts), jobs: accessReviewJobs(parts) }
}
