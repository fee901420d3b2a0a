import { safeAddress } from '#shared/features/articles/preview/rules.ts'
import type { ArticleRenewal, Revision } from '#shared/features/articles/revisions/contract.ts'
import type { ArticlesService } from '../articles/service.ts'

type ReadRevision = Awaited<ReturnType<ArticlesService['readRevision']>>

export function presentRevision({ revision, article, post, known, places, others }: ReadRevision): Revision {
  return {
    article_id: revision.article.id,
    revises: { article_id: article.article.id, title: article.article.title },
    post: {
      id: post.id,
      state: known?.state ?? null,
      url: safeAddress(post.status === 'publish' ? post.url : (known?.url ?? null)),
    },
    places,
    others,
  }
}

type ReadRenewal = Awaited<ReturnType<ArticlesService['readRenewal']>>

export const presentRenewal = ({
  state,
  postId,
  seenAt,
  changes,
  daysLeft,
}: ReadRenewal): ArticleRenewal => ({
  state,
  post_id: postId,
  seen_at: seenAt?.toISOString() ?? null,
  changes,
  days_left: daysLeft,
})
