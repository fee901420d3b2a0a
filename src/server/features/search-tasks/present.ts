import type { SearchTask } from '#shared/features/search-tasks/contract.ts'
import type { FoundTask } from './queries.ts'

export const presentTask = (task: FoundTask): SearchTask => ({
  search_task_id: task.id,
  aim: task.aim,
  state: task.state,
  url: task.url,
  error: task.error,
  by: task.by,
  created_at: task.createdAt,
})
