import type { SearchTaskDeps } from './deps.ts'
import { searchTaskJobs } from './jobs.ts'
import { searchTaskHandlers } from './routes.ts'
import { noticeDeleted } from './verbs/notice-gone.ts'

export { type FoundTask, taskOfProposal } from './queries.ts'

export const createSearchTasks = (deps: SearchTaskDeps) => ({
  service: {
    /** Called when a board reports that a task was deleted. */
    noticeDeleted: (gid: string) => noticeDeleted(deps, gid),
  },
  handlers: searchTaskHandlers(deps),
  jobs: searchTaskJobs(deps),
})
