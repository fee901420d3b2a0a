import type { ArticleListener } from '../../../kernel/article-events/article-event.ts'
import { removeClaim } from './store.ts'

/** Removes the claim of a finished review. */
export const endClaim: ArticleListener = async (tx, { articleId, action }) => {
  if (action === 'approved' || action === 'returned' || action === 'rejected') {
    await removeClaim(tx, articleId)
  }
}
