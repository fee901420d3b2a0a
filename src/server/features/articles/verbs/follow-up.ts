import type { Db } from '../../../db/connect.ts'
import type { Enqueue } from '../../../jobs/job.ts'
import { findBoardOf } from '../queries.ts'
import { requestMirror } from './mirror-article.ts'

export interface FollowUpParts {
  enqueue: Enqueue
  clock: () => Date
}

/**
 * What every change of an article that others can see brings with it, in the same transaction as the change itself:
 * each verb calls this once, at its end.
 */
export async function followUp(parts: FollowUpParts, tx: Db, articleId: number): Promise<void> {
  if ((await findBoardOf(tx, articleId)) !== null) await requestMirror(parts, tx, articleId, 'task')
}
