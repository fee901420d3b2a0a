import { CLOSED_STATUSES } from '#shared/features/articles/articles/rules.ts'
import { transaction } from '../../../../db/connect.ts'
import { listOpenTasks } from '../mirror-queries.ts'
import type { ArticleDeps } from './access.ts'

export const FOLLOW_TASK = 'articles.follow-task'

/** Enqueues a job for every task of a board that may have changed without a webhook. */
export async function followBoard(
  deps: Pick<ArticleDeps, 'db' | 'enqueue'>,
  boardGid: string,
): Promise<void> {
  const gids = await listOpenTasks(deps.db, boardGid, CLOSED_STATUSES)
  await transaction(deps.db, async (tx) => {
    for (const gid of gids) await deps.enqueue(tx, FOLLOW_TASK, { gid })
  })
}
