import { and, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { searchTasks } from '../../db/schema/search-tasks.ts'

type NewTask = Omit<typeof searchTasks.$inferInsert, 'state'>
type TaskRow = typeof searchTasks.$inferSelect

/** Notes what a proposal is to become; undefined where it is a task already, or on its way. */
export async function insertTask(tx: Db, task: NewTask): Promise<number | undefined> {
  const [made] = await tx
    .insert(searchTasks)
    .values({ ...task, state: 'pending' })
    .onConflictDoNothing()
    .returning({ id: searchTasks.id })
  return made?.id
}

/** The task of a proposal, held until the transaction ends. */
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

/** The tasks that somebody waits for. */
export async function listPending(db: Db): Promise<number[]> {
  const rows = await db
    .select({ id: searchTasks.id })
    .from(searchTasks)
    .where(eq(searchTasks.state, 'pending'))
  return rows.map(({ id }) => id)
}

/** Holds a task until the transaction ends; answers whether it still is to be made. */
export async function lockPending(tx: Db, id: number): Promise<boolean> {
  const rows = await tx
    .select({ id: searchTasks.id })
    .from(searchTasks)
    .where(and(eq(searchTasks.id, id), eq(searchTasks.state, 'pending')))
    .for('update')
  return rows.length > 0
}

/** Somebody wants it anew, whatever came of the wishes before. */
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

/** As it was looked for: still awaited, by the same wish. */
const isSame = ({ id, gid, wish }: Wish) =>
  and(
    eq(searchTasks.id, id),
    eq(searchTasks.wish, wish),
    inArray(searchTasks.state, ['pending', 'failed']),
    gid === null ? isNull(searchTasks.gid) : eq(searchTasks.gid, gid),
  )

/** There is a task of it, unless another run has said so, somebody has deleted it on the board, or wants it anew, since. */
export async function endTask(tx: Db, wish: Wish, made: Pick<TaskRow, 'gid' | 'url'> | null): Promise<void> {
  await tx
    .update(searchTasks)
    .set({ state: 'done', error: null, ...made })
    .where(isSame(wish))
}

/** Says why there is no task, as of the last try, where one is still awaited: another run may have made it by now. */
export async function failTask(tx: Db, { id, wish }: Omit<Wish, 'gid'>, error: string): Promise<void> {
  await tx
    .update(searchTasks)
    .set({ state: 'failed', error })
    .where(isSame({ id, wish, gid: null }))
}

/** A task is no more where it was made; answers whether it still was that one. */
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
