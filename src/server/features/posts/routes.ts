import type { Post, postEndpoints } from '#shared/features/posts/contract.ts'
import type { Handlers } from '../../calls/handlers.ts'
import { presentPost } from '../preview/present.ts'
import { presentSite } from '../sites/routes.ts'
import type { PostsService } from './service.ts'

type WholePost = Awaited<ReturnType<PostsService['readPost']>>

function presentWholePost({ post, site, record, article }: WholePost): Post {
  return {
    post: presentPost(post),
    site: presentSite(site),
    focus_keyword: record.focusKeyword,
    created_at: record.createdAt.toISOString(),
    modified_at: record.modifiedAt.toISOString(),
    article: article ? { article_id: article.id, title: article.title, status: article.status } : null,
  }
}

export function postHandlers(service: PostsService): Handlers<typeof postEndpoints> {
  return {
    read: async ({ params }) => presentWholePost(await service.readPost(params)),
    publish: async ({ actor, params }) => presentWholePost(await service.publishPost(actor, params)),
  }
}
