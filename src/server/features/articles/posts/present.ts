import type { Post } from '#shared/features/articles/posts/contract.ts'
import { presentSite } from '../../ground/area.ts'
import { presentPost } from '../preview/present.ts'
import type { PostsService } from './service.ts'

type WholePost = Awaited<ReturnType<PostsService['readPost']>>

export function presentWholePost({ post, site, record, article }: WholePost): Post {
  return {
    post: presentPost(post),
    site: presentSite(site),
    focus_keyword: record.focusKeyword,
    created_at: record.createdAt.toISOString(),
    modified_at: record.modifiedAt.toISOString(),
    article: article ? { article_id: article.id, title: article.title, status: article.status } : null,
  }
}
