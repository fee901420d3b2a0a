import { PUBLISHING } from '#shared/features/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import type { Actor } from '../../../security/actor.ts'
import { moveArticle } from '../store.ts'
import type { ArticleParts } from './access.ts'
import { followUp } from './follow-up.ts'

interface Publication {
  articleId: number
  /** Who published the post; null where that happened outside. */
  actorId: number | null
  /** Who made us find out. */
  actor: Actor
  now: Date
}

/**
 * The one way into `published`: its post is live. Only an approved article moves, and of any number of callers one
 * moves it; answers whether this one did.
 */
export async function publishArticle(
  parts: Pick<ArticleParts, 'listeners'>,
  tx: Db,
  { articleId, actorId, actor, now }: Publication,
): Promise<boolean> {
  const moved = await moveArticle(tx, articleId, { ...PUBLISHING, now })
  if (!moved) return false
  await followUp(parts, tx, {
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
