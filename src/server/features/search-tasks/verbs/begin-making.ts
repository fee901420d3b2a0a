import { type Db, transaction } from '../../../db/connect.ts'
import { MAKE_SEARCH_TASK, type SearchTaskParts } from '../parts.ts'
import * as store from '../store.ts'

/**
 * Has a task made, unless somebody is at it: two at once could both miss it on the board, and make it twice. The
 * caller holds the task's row, so that nobody comes between the look and the job.
 */
export async function beginMaking(
  { enqueue, isUnderWay }: Pick<SearchTaskParts, 'enqueue' | 'isUnderWay'>,
  tx: Db,
  searchTaskId: number,
): Promise<void> {
  const payload = { searchTaskId }
  if (!(await isUnderWay(MAKE_SEARCH_TASK, payload, tx))) await enqueue(tx, MAKE_SEARCH_TASK, payload)
}

/** Goes on with tasks whose job was lost, or has failed for good before it could say so. */
export async function resumeLost(parts: SearchTaskParts): Promise<void> {
  for (const id of await store.listPending(parts.db))
    await transaction(parts.db, async (tx) => {
      if (await store.lockPending(tx, id)) await beginMaking(parts, tx, id)
    })
}
