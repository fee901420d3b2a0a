import type { ArticleChange, NewArticle } from '#shared/features/articles/contract.ts'
import { maySee, type ValidationCommand } from '#shared/features/articles/rules.ts'
import { notFound } from '../../errors.ts'
import type { Actor } from '../../http/actor.ts'
import { readArticles, type WholeArticle } from './queries.ts'
import type { ArticleParts } from './verbs/access.ts'
import { cancelArticle, deleteArticle, resubmitArticle, reviewArticle } from './verbs/review-article.ts'
import { createArticle, saveArticle, unlinkKeyword } from './verbs/save-article.ts'

export type ArticlesService = ReturnType<typeof createArticlesService>

/** Everything that can happen to an article. Each verb answers the article as it is afterwards. */
export function createArticlesService(parts: ArticleParts) {
  async function readArticle(actor: Actor, id: number): Promise<WholeArticle> {
    const [whole] = await readArticles(parts.db, [id])
    if (!whole || !maySee(actor, whole.article)) throw notFound('Article')
    return whole
  }

  return {
    readArticle,
    async createArticle(actor: Actor, input: NewArticle) {
      return readArticle(actor, await createArticle(parts, actor, input))
    },
    async saveArticle(actor: Actor, id: number, change: ArticleChange) {
      await saveArticle(parts, actor, id, change)
      return readArticle(actor, id)
    },
    async reviewArticle(
      actor: Actor,
      review: { id: number; command: ValidationCommand; reason?: string | undefined },
    ) {
      await reviewArticle(parts, actor, review)
      return readArticle(actor, review.id)
    },
    async resubmitArticle(
      actor: Actor,
      reply: { id: number; articleReturnId: number; comments?: string | undefined },
    ) {
      await resubmitArticle(parts, actor, reply)
      return readArticle(actor, reply.id)
    },
    async cancelArticle(actor: Actor, id: number) {
      await cancelArticle(parts, actor, id)
      return readArticle(actor, id)
    },
    deleteArticle: (actor: Actor, id: number) => deleteArticle(parts, actor, id),
    unlinkKeyword: (actor: Actor, link: { articleId: number; keywordId: number }) =>
      unlinkKeyword(parts, actor, link),
  }
}
