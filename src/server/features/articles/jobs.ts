import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import { FOLLOW_TASK } from './verbs/follow-board.ts'
import type { FollowUpParts } from './verbs/follow-up.ts'
import { MIRROR_JOBS, MIRROR_LEASE_SECONDS, retryMirrors } from './verbs/mirror-article.ts'
import { mirrorTask, type TaskMirrorParts } from './verbs/mirror-task.ts'
import { followTask } from './verbs/sync-article.ts'

const RETRY_MIRRORS = 'articles.retry-mirrors'

const OfArticle = z.object({ articleId: z.number() })
const OfTask = z.object({ gid: z.string() })

export function articleJobs(parts: TaskMirrorParts & FollowUpParts): Job[] {
  const mirror: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.task,
    payload: OfArticle,
    atOnce: 8,
    leaseSeconds: MIRROR_LEASE_SECONDS,
    run: ({ articleId }) => mirrorTask(parts, articleId),
  }
  const follow: Job<z.infer<typeof OfTask>> = {
    name: FOLLOW_TASK,
    payload: OfTask,
    atOnce: 4,
    leaseSeconds: MIRROR_LEASE_SECONDS,
    run: ({ gid }) => followTask(parts, gid),
  }
  const retry: Job = {
    name: RETRY_MIRRORS,
    payload: z.object({}),
    schedule: '*/30 * * * *',
    run: () => retryMirrors(parts),
  }
  return [mirror, follow, retry] as Job[]
}
