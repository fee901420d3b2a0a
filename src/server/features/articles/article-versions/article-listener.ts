import type { ArticleListener } from '../../../kernel/article-events/article-event.ts'
import { readContent } from '../articles/feature.ts'
import * as store from './store.ts'

/** Keeps what the article says after a save, within the save's transaction. */
export const storeVersion: ArticleListener = async (tx, { articleId, action, actorId, now }) => {
  const isSave = ['drafted', 'requested', 'saved', 'revised'].includes(action)
  if (!isSave) return
  const current = await readContent(tx, articleId)
  if (current) await store.insertVersion(tx, { articleId, userId: actorId, createdAt: now, ...current })
}
