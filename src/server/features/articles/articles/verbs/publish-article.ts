import { PUBLISHING } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../../db/connect.ts'
import type { Actor } from '../../../../security/actor.ts'
import { moveArticle } from '../store.ts'
import type { ArticleDeps } from './access.ts'
import { emitArticleEvent } from './emit-article-event.ts'

interface Publication {
  articleId: number
  /** The user who published the post; null for an outside system. */
  actorId: number | null
  /** Who made us find out. */
  actor: Actor
  now: Date
}

/**
 * The only way to `published`: the article's post is live. Only an approved article can be published, and of
 * concurrent callers only one does it; returns whether this one did.
 */
export async function publishArticle(
  deps: Pick<ArticleDeps, 'listeners'>,
  tx: Db,
  { articleId, actorId, actor, now }: Publication,
): Promise<boolean> {
  const moved = await moveArticle(tx, articleId, { ...PUBLISHING, now })
  if (!moved) return false
  await emitArticleEvent(deps, tx, {
    articleId,
    action: PUBLISHING.to,
    ownerId: moved.userId,
    actorId,
    actor,
    title: moved.title,
    changes: { before: { status: PUBLISHING.from }, after: { status: PUBLISHING.to } },
    now,
  })
  return true
}
