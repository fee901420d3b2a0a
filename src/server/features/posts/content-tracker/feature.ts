import type { ExportsService } from '../../ground/area.ts'
import { contentFiles } from './content-files.ts'
import { contentTrackerJobs } from './jobs.ts'
import type { ContentTrackerParts } from './parts.ts'
import { contentTrackerHandlers } from './routes.ts'
import { createContentTrackerService } from './service.ts'

export { exchangeRecommended } from './adopted-store.ts'
export { followPost } from './article-listener.ts'
/** The file that people may ask for here. */
export { CONTENT_TRACKER } from './content-files.ts'
export type { OpenUpdate } from './content-queries.ts'
export { updateShownTo } from './present.ts'
export { createAdoptedPosts, createPostKeywords } from './service.ts'
export { importEarnings } from './verbs/import-earnings.ts'
export { importPosts } from './verbs/import-posts.ts'

export function createContentTracker(
  parts: ContentTrackerParts & { exports: Pick<ExportsService, 'startExport'> },
) {
  const service = createContentTrackerService(parts)
  return {
    service,
    handlers: contentTrackerHandlers(service, parts.exports),
    files: contentFiles(parts),
    jobs: contentTrackerJobs(parts),
  }
}
