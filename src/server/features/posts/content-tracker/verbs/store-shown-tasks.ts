import { transaction } from '../../../../db/connect.ts'
import { listChangedTasks, listPostsAfter } from '../task-queries.ts'
import { BOARD_AWAY, type ReadTask, readTasks, type TaskDeps } from '../task-reader.ts'
import { writeTasks } from '../task-store.ts'

/** Posts per call of a board. */
const TOGETHER = 2000
const BOARD_WAIT_MS = 60_000

/** A write without an effect would empty the caches of the list. */
async function storeTasks({ db }: Pick<TaskDeps, 'db'>, tasks: readonly ReadTask[]): Promise<void> {
  const read = tasks.flatMap(({ post, task, notice }) =>
    // A board that did not answer says nothing about its tasks.
    post === null || notice === BOARD_AWAY
      ? []
      : [{ ...post, status: task?.section ?? null, priority: task?.priority ?? null }],
  )
  const changed = await listChangedTasks(db, read)
  if (changed.length > 0) await transaction(db, (tx) => writeTasks(tx, changed))
}

/** Stores what a page shows, so that the list agrees with it. The page does not depend on it. */
export async function storeShownTasks(deps: TaskDeps, tasks: readonly ReadTask[]): Promise<void> {
  await storeTasks(deps, tasks).catch((error: unknown) => {
    deps.log.warn({ err: error }, 'tasks of posts could not be stored')
  })
}

/** Reads and stores the section and update level of every post's task. */
export async function readAllTasks(deps: TaskDeps): Promise<void> {
  const { db } = deps
  let posts = await listPostsAfter(db, 0, TOGETHER)
  while (posts.length > 0) {
    const asked = {
      articleTitles: posts.map(({ title }) => title),
      posts: posts.map(({ site, postId }) => `${site}/${postId}`),
    }
    await storeTasks(deps, await readTasks(deps, asked, BOARD_WAIT_MS))
    posts = await listPostsAfter(db, posts.at(-1)?.id ?? 0, TOGETHER)
  }
}
