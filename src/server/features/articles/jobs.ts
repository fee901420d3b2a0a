import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ArticleParts } from './verbs/access.ts'
import { findPublished } from './verbs/find-published.ts'
import { MIRROR_JOBS } from './verbs/mirror-article.ts'
import { mirrorPost } from './verbs/mirror-post.ts'
import { retryPosts } from './verbs/retry-posts.ts'

const Payload = z.object({ articleId: z.number() })

export function articleJobs(parts: ArticleParts): Job[] {
  const mirror: Job<z.infer<typeof Payload>> = {
    name: MIRROR_JOBS.post,
    payload: Payload,
    run: ({ articleId }) => mirrorPost(parts, articleId),
  }
  const reconcile: Job = {
    name: 'articles.reconcile-posts',
    payload: z.object({}),
    schedule: '11 * * * *',
    async run() {
      await retryPosts(parts)
      await findPublished(parts)
    },
  }
  return [mirror, reconcile] as Job[]
}
