import { transaction } from '../../../db/connect.ts'
import { IntegrationError } from '../../../integrations/integration-error.ts'
import { sayRefusal } from '../../../integrations/refusal-words.ts'
import { ownNotes, renewNotes } from '../../../integrations/task-board/port.ts'
import { MAKE_SEARCH_TASK, MAKE_SECONDS, type SearchTaskParts } from '../parts.ts'
import { findTaskToMake, type TaskToMake } from '../queries.ts'
import * as store from '../store.ts'

/** A reason for people why there is no task. */
class Refused extends Error {}

const OURS = 'Something went wrong on our side.'

/** After that another run may stand in for this one, which then makes nothing any more. */
const PATIENCE_MS = (MAKE_SECONDS - 30) * 1000

/** One that failed on our side is tried again by its job. */
const isWanted = (task: TaskToMake | undefined, { wish }: TaskToMake) =>
  task?.wish === wish && (task.state === 'pending' || task.state === 'failed')

/** Asks the board for it, under a key that never makes a second one; not where it was made, or deleted there, meanwhile. */
async function makeOn({ db, taskBoard, clock }: SearchTaskParts, task: TaskToMake) {
  const { boardGid } = task
  const until = clock().getTime() + PATIENCE_MS
  if (boardGid === null) throw new Refused(`${task.siteName} has no task board.`)
  const [section] = await taskBoard.listSections(boardGid)
  if (!section) throw new Refused(`The task board of ${task.siteName} has no sections.`)
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
      if (clock().getTime() > until) throw new Refused('The board took too long to answer.')
      if (!isWanted(await findTaskToMake(db, task.id), task)) throw new Refused('It’s no longer needed.')
    },
  })
  // The board may have made it when something else was asked for, and its answer was lost; people may have written in it since.
  const notes = renewNotes(made.notes, own)
  const isAsAsked = made.name === name && made.notes === notes
  return isAsAsked ? made : taskBoard.updateTask(made.gid, { name, notes })
}

function reasonOf(error: unknown): string {
  if (error instanceof Refused) return error.message
  return error instanceof IntegrationError ? sayRefusal(error) : OURS
}

/** Makes a proposal's task, once however often it runs. What the board says against it is told, and can be tried again. */
export async function makeTask(parts: SearchTaskParts, id: number): Promise<void> {
  const task = await findTaskToMake(parts.db, id)
  if (!task) return
  try {
    const made = task.gid === null ? await makeOn(parts, task) : null
    const found = made && { gid: made.gid, url: made.url }
    await transaction(parts.db, (tx) => store.endTask(tx, task, found))
  } catch (error) {
    const reason = reasonOf(error)
    await transaction(parts.db, (tx) => store.failTask(tx, task, reason))
    // A fault of our own is for whoever looks after jobs that fail, too.
    if (reason === OURS) throw error
  }
  await goOn(parts, task)
}

/** Whoever asked for it anew while this run was at it began no other run: that is this one's to begin. */
const goOn = ({ db, enqueue }: SearchTaskParts, { id, wish }: TaskToMake): Promise<void> =>
  transaction(db, async (tx) => {
    const isAwaited = await store.lockPending(tx, id)
    const now = isAwaited ? await findTaskToMake(tx, id) : undefined
    if (now !== undefined && now.wish !== wish) await enqueue(tx, MAKE_SEARCH_TASK, { searchTaskId: id })
  })
