import { createReadCache } from '../cache/read-cache.ts'
import type { ReportedTable } from '../cache/reported-tables.ts'
import type { Db } from '../connect.ts'

/** Writes of other processes show within twice this time. */
const MAX_AGE_MS = 500
const MOST_LISTS = 5000

/** The rows of a small table as JSON, for lists whose rows name them by id. */
export interface NamedRows {
  /** For each array of ids, as PostgreSQL writes one (`{3,17}`), the JSON list of their rows. */
  listsOf(ids: readonly string[]): Promise<string[]>
}

interface NamedRow {
  id: number
  json: string
}

/** Returns undefined for ids that are not among the rows, unless they are to be left out. */
function createLists(rows: readonly NamedRow[], { leavesOut }: { leavesOut: boolean }) {
  const known = new Map(rows.map(({ id, json }, place) => [id, { json, place }]))
  const lists = new Map<string, string>([['{}', '[]']])
  function listOf(ids: string): string | undefined {
    const found = ids
      .slice(1, -1)
      .split(',')
      .flatMap((id) => known.get(Number(id)) ?? (leavesOut ? [] : [undefined]))
    if (found.includes(undefined)) return undefined
    const sorted = found.flatMap((row) => row ?? []).sort((one, other) => one.place - other.place)
    return `[${sorted.map(({ json }) => json).join(',')}]`
  }
  return (ids: string) => {
    const list = lists.get(ids) ?? listOf(ids)
    if (list !== undefined && lists.size < MOST_LISTS) lists.set(ids, list)
    return list
  }
}

/**
 * Reads the rows when they are first named, after a write of this process to a table in `from`, and when they are half
 * a second old. `read` returns them in the order of a list. An id that is new since then causes another read; an id
 * without a row is left out.
 */
export function createNamedRows({
  read,
  ...cache
}: {
  db: Db
  clock: () => Date
  from: readonly ReportedTable[]
  read: () => Promise<NamedRow[]>
}): NamedRows {
  const kept = createReadCache<ReturnType<typeof createLists>>({ ...cache, maxAgeMs: MAX_AGE_MS })
  return {
    async listsOf(ids) {
      const listOf = await kept.get('rows', async () => createLists(await read(), { leavesOut: false }))
      const lists = ids.flatMap((each) => listOf(each) ?? [])
      if (lists.length === ids.length) return lists
      const listNow = createLists(await read(), { leavesOut: true })
      return ids.flatMap((each) => listNow(each) ?? [])
    },
  }
}
