import type { ExportsService } from '../../ground/area.ts'
import { contentFiles } from './content-files.ts'
import type { ContentTrackerDeps } from './deps.ts'
import { contentTrackerJobs } from './jobs.ts'
import { contentTrackerHandlers } from './routes.ts'
import { createContentTrackerService } from './service.ts'

export { exchangeRecommended } from './adopted-store.ts'
export { followPost } from './article-listener.ts'
/** The file that people may ask for here. */
export { CONTENT_TRACKER } from './content-files.ts'
export { updateShownTo } from './present.ts'
export type { OpenUpdate } from './queries.ts'
export { createAdoptedPosts, createPostKeywords } from './service.ts'
export { importEarnings } from './verbs/import-earnings.ts'
export { importPosts } from './verbs/import-posts.ts'

export function createContentTracker(
  deps: ContentTrackerDeps & { exports: Pick<ExportsService, 'startExport'> },
) {
  const service = createContentTrackerService(deps)
  return {
    service,
    handlers: contentTrackerHandlers(service, deps.exports),
    files: contentFiles(deps),
    jobs: contentTrackerJobs(deps),
  }
}
