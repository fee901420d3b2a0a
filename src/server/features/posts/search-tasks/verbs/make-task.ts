import { transaction } from '../../../../db/connect.ts'
import { AppError } from '../../../../errors.ts'
import { IntegrationError } from '../../../../integrations/integration-error.ts'
import { sayFailure } from '../../../../integrations/refusal-words.ts'
import { ownNotes, replaceOwnLines } from '../../../../integrations/task-board/port.ts'
import type { StepEnd } from '../../../../kernel/runs/run.ts'
import type { SearchTaskDeps } from '../deps.ts'
import { findTaskToMake, type TaskToMake } from '../queries.ts'
import * as store from '../store.ts'

/** After this time another run may take over, so this one must stop creating. */
const PATIENCE_MS = 90_000

/** A task that failed for an internal reason is retried by its job. */
const isWanted = (task: TaskToMake | undefined, { wish }: TaskToMake) =>
  task?.wish === wish && (task.state === 'pending' || task.state === 'failed')

/**
 * Creates the task on the board with an idempotency key; not if it was created, or deleted there, meanwhile.
 */
async function makeOn({ db, taskBoard, clock }: SearchTaskDeps, task: TaskToMake) {
  const { boardGid } = task
  const until = clock().getTime() + PATIENCE_MS
  if (boardGid === null) throw new AppError('conflict', `${task.siteName} has no task board.`)
  const [section] = await taskBoard.listSections(boardGid)
  if (!section) throw new AppError('conflict', `The task board of ${task.siteName} has no sections.`)
  const { name, createdAt: keyedSince } = task
  const own = ownNotes(task.notes)
  const made = await taskBoard.createTask({
    boardGid,
    section: section.name,
    name,
    notes: own,
    key: `search-${task.id}`,
    keyedSince,
    proceed: async () => {
      if (clock().getTime() > until) throw new AppError('conflict', 'The board took too long to answer.')
      if (!isWanted(await findTaskToMake(db, task.id), task))
        throw new AppError('conflict', 'It’s no longer needed.')
    },
  })
  // The board may have created it for an earlier request whose answer was lost. Users may have added notes
  // since.
  const notes = replaceOwnLines(made.notes, own)
  const isAsAsked = made.name === name && made.notes === notes
  return isAsAsked ? made : taskBoard.updateTask(made.gid, { name, notes })
}

/** Creates a proposal's task, once however often it runs. The board's refusal is shown and can be retried. */
export async function makeTask(deps: SearchTaskDeps, id: number): Promise<StepEnd> {
  const task = await findTaskToMake(deps.db, id)
  if (!task) return 'ended'
  try {
    const made = task.gid === null ? await makeOn(deps, task) : null
    const found = made && { gid: made.gid, url: made.url }
    await transaction(deps.db, (tx) => store.endTask(tx, task, found))
  } catch (error) {
    await transaction(deps.db, (tx) => store.failTask(tx, task, sayFailure(error)))
    // An internal error must also appear among the failed jobs.
    if (!(error instanceof AppError || error instanceof IntegrationError)) throw error
  }
  return 'ended'
}
