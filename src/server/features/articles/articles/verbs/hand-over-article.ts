import { offboardingEndpoints } from '#shared/features/people/offboarding/contract.ts'
import type { Db } from '../../../../db/connect.ts'
import { type Caller, requires } from '../../../../security/actor.ts'
import * as store from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'

export interface ArticleHandover {
  articleId: number
  fromId: number
  toId: number
  /** What the new owner is called, for the article's history. */
  toName: string
}

/**
 * Gives an article a new owner in the caller's transaction; false if the owner is no longer the expected one.
 */
export async function handOverArticle(
  deps: ArticleDeps,
  tx: Db,
  actor: Caller,
  { articleId, fromId, toId, toName }: ArticleHandover,
): Promise<boolean> {
  requires(actor, offboardingEndpoints.start.access)
  const article = await store.lockArticle(tx, articleId)
  if (article?.userId !== fromId) return false
  const now = deps.clock()
  await store.setOwner(tx, articleId, { userId: toId, updatedAt: now })
  await emitArticleEvent(deps, tx, {
    articleId,
    action: 'handed-over',
    ownerId: toId,
    actorId: actor.id,
    actor,
    title: article.title,
    changes: { before: { userId: fromId }, after: { userId: toId } },
    words: `To ${toName}`,
    now,
  })
  return true
}
