import type { Db } from '../../../../db/connect.ts'
import type { ArticleDomainEvent, ArticleListener } from '../../../../kernel/article-events/article-event.ts'
import { audit } from '../../../../security/audit.ts'
import { isOwnWork } from '../decision-queries.ts'
import { insertEvent } from '../store.ts'

/** Writes an event into the history and notifies all listeners. */
export async function emitArticleEvent(
  { listeners }: { listeners: readonly ArticleListener[] },
  tx: Db,
  event: ArticleDomainEvent,
): Promise<void> {
  const { articleId, action, actorId, ownerId, words, edited, now } = event
  if (action !== 'saved' || edited) {
    const isReview = action === 'approved' || action === 'returned' || action === 'rejected'
    await insertEvent(tx, {
      articleId,
      userId: actorId,
      action,
      comment: words || edited || null,
      isSelf: isReview && actorId !== null && (await isOwnWork(tx, actorId, ownerId)),
      createdAt: now,
    })
  }
  const { actor, title, changes = {} } = event
  // For a hand-over, the owners of the entry already say who the new owner is.
  const said = action === 'handed-over' ? null : words
  await audit(tx, actor, `article.${action}`, {
    id: articleId,
    label: title,
    isHeld: event.isHeld,
    ...changes,
    ...(said ? { after: { ...changes.after, words: said } } : {}),
  })
  for (const listen of listeners) await listen(tx, event)
}
