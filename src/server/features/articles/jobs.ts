import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import { MIRROR_JOBS, MIRROR_LEASE_SECONDS } from './verbs/mirror-article.ts'
import { mirrorTask, type TaskMirrorParts } from './verbs/mirror-task.ts'

const OfArticle = z.object({ articleId: z.number() })

export function articleJobs(parts: TaskMirrorParts): Job[] {
  const mirror: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.task,
    payload: OfArticle,
    atOnce: 8,
    leaseSeconds: MIRROR_LEASE_SECONDS,
    run: ({ articleId }) => mirrorTask(parts, articleId),
  }
  return [mirror] as Job[]
}
