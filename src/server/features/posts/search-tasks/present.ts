import type { Period } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { SearchTask, TaskProposal } from '#shared/features/posts/search-tasks/contract.ts'
import type { FoundTask, PostProposal } from './queries.ts'

export const presentTask = (task: FoundTask): SearchTask => ({
  search_task_id: task.id,
  aim: task.aim,
  state: task.state,
  url: task.url,
  error: task.error,
  by: task.by,
  created_at: task.createdAt,
})

export const presentProposal = (found: PostProposal, period: Period): TaskProposal => ({
  period,
  post_id: found.postId,
  site_id: found.siteId,
  query: found.query,
  impressions: found.impressions,
  position: found.position,
  task: found.task && presentTask(found.task),
})
