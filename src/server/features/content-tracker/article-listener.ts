import type { ArticleListener } from '../articles/feature.ts'
import { followArticle } from './verbs/follow-articles.ts'

/** What becomes of an article that may be before readers; of one that is not, its post is nobody's business yet. */
const FOLLOWED = new Set<Parameters<ArticleListener>[1]['action']>([
  'published',
  'saved',
  'revised',
  'keyword-linked',
  'keyword-unlinked',
  'post-moved',
  'post-lost',
  'post-back',
  'post-renewed',
])

/** Keeps the tracked post of an article as the article is, in the transaction that changes it. */
export const followPost =
  ({ timeZone }: { timeZone: string }): ArticleListener =>
  async (tx, { articleId, action, now }) => {
    if (FOLLOWED.has(action)) await followArticle(tx, { articleId, now, timeZone })
  }
