import { PUBLISHING } from '#shared/features/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { insertEvent, moveArticle } from '../store.ts'
import { type FollowUpParts, followUp } from './follow-up.ts'

/**
 * Notes that an article is out, as a connected system has told us; people have no way to do this. False where it does
 * not wait to be published: of any number of callers, one gets true.
 */
export async function publishArticle(
  parts: FollowUpParts,
  tx: Db,
  articleId: number,
  comment: string,
): Promise<boolean> {
  const now = parts.clock()
  if (!(await moveArticle(tx, articleId, { ...PUBLISHING, now }))) return false
  await insertEvent(tx, { articleId, userId: null, action: PUBLISHING.to, comment, createdAt: now })
  await followUp(parts, tx, articleId)
  return true
}
