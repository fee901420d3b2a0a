import { HOUR_MS } from '#shared/format/duration.ts'
import type { AsanaCalls } from './asana-calls.ts'
import * as asana from './asana-schemas.ts'

/** A listing that is so young is the board; after that only what was changed since is asked for. */
const FRESH_MS = 60_000
/** What was thrown away is seen when the whole board is listed again. */
const WHOLE_MS = HOUR_MS
const CLOCK_SKEW_MS = 10 * 60_000
const MOST_BOARDS = 50

interface Listing {
  tasks: Map<string, asana.AsanaTask>
  readAt: number
  wholeAt: number
}

/** Lists boards, and remembers them; callers at the same time share one listing. */
export function createListing({ listAll }: AsanaCalls, clock: () => number) {
  const known = new Map<string, Listing>()
  const underWay = new Map<string, Promise<Listing>>()

  async function read(boardGid: string): Promise<Listing> {
    const now = clock()
    const before = known.get(boardGid)
    const isPart = before !== undefined && now - before.wholeAt < WHOLE_MS
    const since = isPart ? new Date(before.readAt - CLOCK_SKEW_MS).toISOString() : undefined
    const query = { project: boardGid, modified_since: since, opt_fields: asana.TASK_FIELDS }
    const list = await listAll({ operation: 'list a board', path: '/tasks', query }, asana.AsanaTask)
    const tasks = new Map(isPart ? before.tasks : [])
    for (const task of list) tasks.set(task.gid, task)
    const listing = { tasks, readAt: now, wholeAt: isPart ? before.wholeAt : now }
    if (known.size >= MOST_BOARDS) known.clear()
    known.set(boardGid, listing)
    return listing
  }

  return async (boardGid: string): Promise<asana.AsanaTask[]> => {
    const remembered = known.get(boardGid)
    if (remembered && clock() - remembered.readAt < FRESH_MS) return [...remembered.tasks.values()]
    const reading = underWay.get(boardGid) ?? read(boardGid).finally(() => underWay.delete(boardGid))
    underWay.set(boardGid, reading)
    return [...(await reading).tasks.values()]
  }
}
