import { z } from 'zod'
import { Timestamp } from '../../../http/dates.ts'
import { endpoint } from '../../../http/endpoint.ts'
import { Id } from '../../../http/fields.ts'
import { Site } from '../../ground/sites/contract.ts'
import { PreviewPost, SiteCodeParam } from '../preview/contract.ts'

/** A post of the built-in publishing site with what belongs to it on our side. */
export const Post = z.object({
  post: PreviewPost,
  site: Site,
  focus_keyword: z.string().nullable(),
  created_at: Timestamp,
  modified_at: Timestamp,
  /** The article that the post was made from; null where it was not made from one, or the article is gone. */
  article: z.object({ article_id: z.number(), title: z.string(), status: z.string() }).nullable(),
})
export type Post = z.infer<typeof Post>

const PostParams = z.object({ site: SiteCodeParam, id: Id })

export const postEndpoints = {
  read: endpoint({
    method: 'GET',
    path: '/api/posts/:site/:id',
    access: ['ViewTools'],
    summary: 'A post of the built-in publishing site.',
    params: PostParams,
    answer: Post,
  }),
  publish: endpoint({
    method: 'POST',
    path: '/api/posts/:site/:id/publish',
    access: ['ValidateArticles'],
    summary: 'Publish a post of the built-in publishing site. This also publishes its article.',
    params: PostParams,
    answer: Post,
  }),
}
