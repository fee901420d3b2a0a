import { searchTaskJobs } from './jobs.ts'
import type { SearchTaskParts } from './parts.ts'
import { searchTaskHandlers } from './routes.ts'
import { noticeDeleted } from './verbs/notice-gone.ts'

export { type FoundTask, taskOfProposal } from './queries.ts'

export const createSearchTasks = (parts: SearchTaskParts) => ({
  service: {
    /** Called when a board reports that a task was deleted. */
    noticeDeleted: (gid: string) => noticeDeleted(parts, gid),
  },
  handlers: searchTaskHandlers(parts),
  jobs: searchTaskJobs(parts),
})
