import type { ArticleListener } from '../articles/feature.ts'
import { putOverrides } from './store.ts'

/** Keeps the reasons that came with a save, in the save's transaction. */
export const keepOverrides: ArticleListener = async (tx, { articleId, actorId, overrides = [], now }) => {
  if (actorId !== null) await putOverrides(tx, overrides, { articleId, userId: actorId, now })
}
