import { searchTaskJobs } from './jobs.ts'
import type { SearchTaskParts } from './parts.ts'
import { searchTaskHandlers } from './routes.ts'

export { type FoundTask, taskOfProposal } from './queries.ts'

export const createSearchTasks = (parts: SearchTaskParts) => ({
  handlers: searchTaskHandlers(parts),
  jobs: searchTaskJobs(parts),
})
