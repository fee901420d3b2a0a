import { z } from 'zod'
import { postponeInPause } from '../../../integrations/postpone.ts'
import type { Job } from '../../../jobs/job.ts'
import type { ArticleParts } from './verbs/access.ts'
import { SEE_RENEWED, seeRenewed } from './verbs/begin-renewal.ts'
import { findPublished } from './verbs/find-published.ts'
import { FOLLOW_TASK } from './verbs/follow-board.ts'
import { RELEASE_DECISION, releaseDecision, releaseOverdue } from './verbs/hold-decision.ts'
import { MIRROR_JOBS, retryMirrors } from './verbs/mirror-article.ts'
import { mirrorPost } from './verbs/mirror-post.ts'
import { mirrorTask, type TaskMirrorParts } from './verbs/mirror-task.ts'
import { renewOffers } from './verbs/renew-offers.ts'
import { followTask } from './verbs/sync-article.ts'

const OfArticle = z.object({ articleId: z.number() })
const OfTask = z.object({ gid: z.string() })
const Nothing = z.object({})

/** Brings tasks up to date; all that it needs is the board and the articles. */
export function taskMirrorJob(parts: TaskMirrorParts): Job {
  const job: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.task,
    payload: OfArticle,
    atOnce: 8,
    run: ({ articleId }) => postponeInPause(mirrorTask(parts, articleId)),
  }
  return job
}

export function articleJobs(parts: ArticleParts): Job[] {
  const post: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.post,
    payload: OfArticle,
    atOnce: 4,
    run: ({ articleId }) => postponeInPause(mirrorPost(parts, articleId)),
  }
  const follow: Job<z.infer<typeof OfTask>> = {
    name: FOLLOW_TASK,
    payload: OfTask,
    atOnce: 4,
    run: ({ gid }) => postponeInPause(followTask(parts, gid)),
  }
  const retry: Job = {
    name: 'articles.retry-mirrors',
    payload: Nothing,
    schedule: '*/30 * * * *',
    async run() {
      await releaseOverdue(parts)
      await retryMirrors(parts)
    },
  }
  const publish: Job = {
    name: 'articles.find-published',
    payload: Nothing,
    schedule: '11 * * * *',
    run: () => findPublished(parts),
  }
  const renew: Job = {
    name: 'articles.renew-offers',
    payload: Nothing,
    schedule: '17,47 * * * *',
    run: () => renewOffers(parts),
  }
  const see: Job<z.infer<typeof OfArticle>> = {
    name: SEE_RENEWED,
    payload: OfArticle,
    run: ({ articleId }) => postponeInPause(seeRenewed(parts, articleId)),
  }
  const release: Job<z.infer<typeof OfArticle>> = {
    name: RELEASE_DECISION,
    payload: OfArticle,
    atOnce: 4,
    run: ({ articleId }) => releaseDecision(parts, articleId),
  }
  return [taskMirrorJob(parts), post, follow, retry, publish, renew, see, release]
}
