import { z } from 'zod'
import type { Job } from '../../jobs/job.ts'
import type { ArticleParts } from './verbs/access.ts'
import { MIRROR_JOBS } from './verbs/mirror-article.ts'
import { mirrorPost } from './verbs/mirror-post.ts'
import { findPublished } from './verbs/publish-article.ts'

const Payload = z.object({ articleId: z.number() })

export function articleJobs(parts: ArticleParts): Job[] {
  const mirror: Job<z.infer<typeof Payload>> = {
    name: MIRROR_JOBS.post,
    payload: Payload,
    run: ({ articleId }) => mirrorPost(parts, articleId),
  }
  const publish: Job = {
    name: 'articles.find-published',
    payload: z.object({}),
    schedule: '11 * * * *',
    run: async () => void (await findPublished(parts)),
  }
  return [mirror, publish] as Job[]
}
