import type { ArticleListener } from '../articles/feature.ts'
import { removeClaim } from './store.ts'

/** A review that is over is nobody's any more. */
export const endClaim: ArticleListener = async (tx, { articleId, action }) => {
  if (action === 'approved' || action === 'returned' || action === 'rejected') {
    await removeClaim(tx, articleId)
  }
}
