import { HOUR_MS } from '#shared/format/duration.ts'
import type { AsanaCalls } from './asana-calls.ts'
import * as asana from './asana-schemas.ts'

/** A listing this young is current. After that, only changes since are requested. */
const FRESH_MS = 60_000
/** Deleted tasks are noticed when the whole board is listed again. */
const WHOLE_MS = HOUR_MS
const CLOCK_SKEW_MS = 10 * 60_000
const MOST_BOARDS = 50

interface Listing {
  tasks: Map<string, asana.AsanaTask>
  readAt: number
  wholeAt: number
  /** This server's writes to the board when the listing began. */
  writes: number
}

/** Lists boards with a cache; concurrent callers share one listing. */
export function createListing({ listAll }: AsanaCalls, clock: () => number) {
  const known = new Map<string, Listing>()
  const underWay = new Map<string, { writes: number; listing: Promise<Listing> }>()
  const writes = new Map<string, number>()
  const writesTo = (boardGid: string) => writes.get(boardGid) ?? 0

  async function read(boardGid: string): Promise<Listing> {
    const now = clock()
    const before = known.get(boardGid)
    const begun = { readAt: now, writes: writesTo(boardGid) }
    const isPart = before !== undefined && now - before.wholeAt < WHOLE_MS
    const since = isPart ? new Date(before.readAt - CLOCK_SKEW_MS).toISOString() : undefined
    const query = { project: boardGid, modified_since: since, opt_fields: asana.TASK_FIELDS }
    const list = await listAll({ operation: 'list a board', path: '/tasks', query }, asana.AsanaTask)
    const tasks = new Map(isPart ? before.tasks : [])
    for (const task of list) tasks.set(task.gid, task)
    const listing = { tasks, ...begun, wholeAt: isPart ? before.wholeAt : now }
    if (known.size >= MOST_BOARDS) known.clear()
    known.set(boardGid, listing)
    return listing
  }

  function share(boardGid: string): Promise<Listing> {
    const begun = underWay.get(boardGid)
    if (begun?.writes === writesTo(boardGid)) return begun.listing
    const listing = read(boardGid).finally(() => {
      if (underWay.get(boardGid)?.listing === listing) underWay.delete(boardGid)
    })
    underWay.set(boardGid, { writes: writesTo(boardGid), listing })
    return listing
  }

  return {
    /** The tasks of a board; `isCurrent` bypasses the cache and running requests. */
    async list(boardGid: string, isCurrent = false): Promise<asana.AsanaTask[]> {
      if (isCurrent) return [...(await read(boardGid)).tasks.values()]
      const remembered = known.get(boardGid)
      const isFresh =
        remembered !== undefined &&
        clock() - remembered.readAt < FRESH_MS &&
        remembered.writes === writesTo(boardGid)
      return [...(isFresh ? remembered : await share(boardGid)).tasks.values()]
    },
    /** A listing from before our write does not contain it. */
    noteWrite(boardGid: string | null | undefined): void {
      if (boardGid) writes.set(boardGid, writesTo(boardGid) + 1)
    },
  }
}

export type BoardListing = ReturnType<typeof createListing>
