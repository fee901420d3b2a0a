import { z } from 'zod'
import { postponeInPause } from '../../../integrations/postpone.ts'
import type { Job } from '../../../jobs/job.ts'
import type { ArticleDeps } from './verbs/access.ts'
import { SEE_RENEWED, seeRenewed } from './verbs/begin-renewal.ts'
import { findPublished } from './verbs/find-published.ts'
import { FOLLOW_TASK } from './verbs/follow-board.ts'
import { RELEASE_DECISION, releaseDecision, releaseOverdue } from './verbs/hold-decision.ts'
import { MIRROR_JOBS, retryMirrors } from './verbs/mirror-article.ts'
import { mirrorPost } from './verbs/mirror-post.ts'
import { mirrorTask, type TaskMirrorDeps } from './verbs/mirror-task.ts'
import { refreshOffers } from './verbs/refresh-offers.ts'
import { followTask } from './verbs/sync-article.ts'

const OfArticle = z.object({ articleId: z.number() })
const OfTask = z.object({ gid: z.string() })
const Nothing = z.object({})

/** Brings tasks up to date; all that it needs is the board and the articles. */
export function taskMirrorJob(deps: TaskMirrorDeps): Job {
  const job: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.task,
    payload: OfArticle,
    atOnce: 8,
    run: ({ articleId }) => postponeInPause(mirrorTask(deps, articleId)),
  }
  return job
}

export function articleJobs(deps: ArticleDeps): Job[] {
  const post: Job<z.infer<typeof OfArticle>> = {
    name: MIRROR_JOBS.post,
    payload: OfArticle,
    atOnce: 4,
    run: ({ articleId }) => postponeInPause(mirrorPost(deps, articleId)),
  }
  const follow: Job<z.infer<typeof OfTask>> = {
    name: FOLLOW_TASK,
    payload: OfTask,
    atOnce: 4,
    run: ({ gid }) => postponeInPause(followTask(deps, gid)),
  }
  const retry: Job = {
    name: 'articles.retry-mirrors',
    payload: Nothing,
    every: 'halfHour',
    async run() {
      await releaseOverdue(deps)
      await retryMirrors(deps)
    },
  }
  const publish: Job = {
    name: 'articles.find-published',
    payload: Nothing,
    every: 'hour',
    run: () => findPublished(deps),
  }
  const refresh: Job = {
    name: 'articles.refresh-offers',
    formerly: 'articles.renew-offers',
    payload: Nothing,
    every: 'halfHour',
    run: () => refreshOffers(deps),
  }
  const see: Job<z.infer<typeof OfArticle>> = {
    name: SEE_RENEWED,
    payload: OfArticle,
    run: ({ articleId }) => postponeInPause(seeRenewed(deps, articleId)),
  }
  const release: Job<z.infer<typeof OfArticle>> = {
    name: RELEASE_DECISION,
    payload: OfArticle,
    atOnce: 4,
    run: ({ articleId }) => releaseDecision(deps, articleId),
  }
  return [taskMirrorJob(deps), post, follow, retry, publish, refresh, see, release]
}
