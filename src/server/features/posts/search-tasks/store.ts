import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { searchTasks } from '../../../db/schema/search-tasks.ts'

type NewTask = Omit<typeof searchTasks.$inferInsert, 'state'>
type TaskRow = typeof searchTasks.$inferSelect

/** Stores the task wanted for a proposal; undefined if one exists or is pending. */
export async function insertTask(tx: Db, task: NewTask): Promise<number | undefined> {
  const [made] = await tx
    .insert(searchTasks)
    .values({ ...task, state: 'pending' })
    .onConflictDoNothing()
    .returning({ id: searchTasks.id })
  return made?.id
}

/** Returns the task of a proposal, locked until the transaction ends. */
export async function lockTask(
  tx: Db,
  { contentPostId, list, query }: Pick<TaskRow, 'contentPostId' | 'list' | 'query'>,
): Promise<TaskRow | undefined> {
  const [task] = await tx
    .select()
    .from(searchTasks)
    .where(
      and(
        eq(searchTasks.contentPostId, contentPostId),
        eq(searchTasks.list, list),
        eq(searchTasks.query, query),
      ),
    )
    .for('update')
  return task
}

/** A user requests the task again, whatever happened to earlier requests. */
export async function wishAgain(
  tx: Db,
  id: number,
  news: Pick<TaskRow, 'aim' | 'name' | 'notes' | 'userId'>,
): Promise<void> {
  await tx
    .update(searchTasks)
    .set({ ...news, state: 'pending', error: null, wish: sql`${searchTasks.wish} + 1` })
    .where(eq(searchTasks.id, id))
}

type Wish = Pick<TaskRow, 'id' | 'gid' | 'wish'>

/** The task is unchanged since it was read: still pending, for the same request. */
const isSame = ({ id, gid, wish }: Wish) =>
  and(
    eq(searchTasks.id, id),
    eq(searchTasks.wish, wish),
    inArray(searchTasks.state, ['pending', 'failed']),
    gid === null ? isNull(searchTasks.gid) : eq(searchTasks.gid, gid),
  )

/**
 * Records that the task exists, unless another run has recorded that, the task was deleted on the board, or a
 * user has requested it again since.
 */
export async function endTask(tx: Db, wish: Wish, made: Pick<TaskRow, 'gid' | 'url'> | null): Promise<void> {
  await tx
    .update(searchTasks)
    .set({ state: 'done', error: null, ...made })
    .where(isSame(wish))
}

/** Records why the last try failed, if the task is still pending: another run may have created it by now. */
export async function failTask(tx: Db, { id, wish }: Omit<Wish, 'gid'>, error: string): Promise<void> {
  await tx
    .update(searchTasks)
    .set({ state: 'failed', error })
    .where(isSame({ id, wish, gid: null }))
}

/** Records that a task was deleted on its board; returns whether it was still this one. */
export async function forgetTask(
  tx: Db,
  { id, gid }: { id: number; gid: string },
  error: string,
): Promise<boolean> {
  const forgotten = await tx
    .update(searchTasks)
    .set({ state: 'gone', gid: null, url: null, error })
    .where(and(eq(searchTasks.id, id), eq(searchTasks.state, 'done'), eq(searchTasks.gid, gid)))
    .returning({ id: searchTasks.id })
  return forgotten.length > 0
}
