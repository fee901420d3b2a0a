import { transaction } from '../../../../db/connect.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { audit } from '../../../../security/audit.ts'
import type { SearchTaskDeps } from '../deps.ts'
import { listMadeTasks, type MadeTask } from '../queries.ts'
import * as store from '../store.ts'

const BOARD = { kind: 'webhook', source: 'task board' } as const
const GONE = 'The board no longer has its task.'

/** Tasks that their board no longer has, except those moved to another board. */
async function listGone(
  { taskBoard }: SearchTaskDeps,
  boardGid: string,
  made: readonly MadeTask[],
): Promise<MadeTask[]> {
  const there = await taskBoard.findTasks(boardGid, { gids: made.map(({ gid }) => gid), names: [] })
  const known = new Set(there.map(({ gid }) => gid))
  const gone: MadeTask[] = []
  for (const task of made)
    if (!known.has(task.gid) && (await taskBoard.getTask(task.gid)) === null) gone.push(task)
  return gone
}

async function forget({ db }: SearchTaskDeps, { id, gid, name, url, postId }: MadeTask): Promise<void> {
  await transaction(db, async (tx) => {
    if (!(await store.forgetTask(tx, { id, gid }, GONE))) return
    const changes = { before: { url }, after: { url: null } }
    await audit(tx, BOARD, 'post.task-gone', { id: postId, label: name, ...changes })
  })
}

/** Forgets the tasks that were deleted on their boards: each can be made again. A board that fails is asked the next time. */
export async function noticeGone(deps: SearchTaskDeps): Promise<void> {
  const made = await listMadeTasks(deps.db)
  for (const [boardGid, ofBoard] of Map.groupBy(made, (task) => task.boardGid)) {
    const gone = await listGone(deps, boardGid, ofBoard).catch((error: unknown) => {
      if (!(error instanceof IntegrationError)) throw error
      deps.log.warn(
        { err: error, board: boardGid },
        'the tasks of proposals could not be looked up on a board',
      )
      return []
    })
    for (const task of gone) await forget(deps, task)
  }
}

/** The same for one task that a board has reported as deleted. A task that exists again is kept. */
export async function noticeDeleted(deps: SearchTaskDeps, gid: string): Promise<void> {
  const [task] = await listMadeTasks(deps.db, gid)
  if (task && (await deps.taskBoard.getTask(gid)) === null) await forget(deps, task)
}
