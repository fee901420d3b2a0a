import { type Db, transaction } from '../../../db/connect.ts'
import { MAKE_SEARCH_TASK, type SearchTaskParts } from '../parts.ts'
import * as store from '../store.ts'

/**
 * Enqueues a task's creation unless a job is running: two jobs at once could both miss it on the board and
 * create it twice. The caller holds a lock on the task's row between the check and the enqueue.
 */
export async function beginMaking(
  { enqueue, isUnderWay }: Pick<SearchTaskParts, 'enqueue' | 'isUnderWay'>,
  tx: Db,
  searchTaskId: number,
): Promise<void> {
  const payload = { searchTaskId }
  if (!(await isUnderWay(MAKE_SEARCH_TASK, payload, tx))) await enqueue(tx, MAKE_SEARCH_TASK, payload)
}

/** Resumes tasks whose job was lost, or failed permanently before it could record that. */
export async function resumeLost(parts: SearchTaskParts): Promise<void> {
  for (const id of await store.listPending(parts.db))
    await transaction(parts.db, async (tx) => {
      if (await store.lockPending(tx, id)) await beginMaking(parts, tx, id)
    })
}
