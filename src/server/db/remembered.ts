import type { Table } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { onWrite } from './writes.ts'

export interface Remembered<Value = number> {
  /** What is kept under this key, or is read now; callers at the same time share one reading. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
}

interface Kept<Value> {
  value: Promise<Value>
  /** Read at this moment, in milliseconds. */
  readAt: number
  /** Somebody is reading it, for the first time or anew. */
  isBeingRead: boolean
}

const MOST_KEPT = 2000

/**
 * Keeps for a few seconds what costs many times more to read than the rest of an answer, such as the totals of long
 * lists. A write of this server to a table that it is read `from` empties it at once; one of another server shows within
 * twice `keepMs`: in the second half what is kept is told once more while it is read anew, so that where people ask
 * again and again nobody waits. At most `most` values are kept.
 */
export function createRemembered<Value = number>({
  keepMs,
  clock,
  db,
  from,
  most = MOST_KEPT,
}: {
  keepMs: number
  clock: () => Date
  db: Db
  from: readonly Table[]
  most?: number
}): Remembered<Value> {
  const kept = new Map<string, Kept<Value>>()
  onWrite(db, from, () => kept.clear())

  function keep(key: string, value: Promise<Value>): Promise<Value> {
    if (kept.size >= most) kept.clear()
    const entry = { value, readAt: clock().getTime(), isBeingRead: true }
    kept.set(key, entry)
    value.then(
      () => {
        entry.isBeingRead = false
      },
      () => {
        if (kept.get(key) === entry) kept.delete(key)
      },
    )
    return value
  }

  /** What is kept stays until the new one is there; what was written meanwhile, or could not be read, ends both. */
  function renew(key: string, old: Kept<Value>, read: () => Promise<Value>) {
    if (old.isBeingRead) return
    old.isBeingRead = true
    const readAt = clock().getTime()
    read().then(
      (value) => {
        if (kept.get(key) === old)
          kept.set(key, { value: Promise.resolve(value), readAt, isBeingRead: false })
      },
      () => {
        if (kept.get(key) === old) kept.delete(key)
      },
    )
  }

  return {
    get(key, read) {
      const known = kept.get(key)
      const age = known === undefined ? Number.POSITIVE_INFINITY : clock().getTime() - known.readAt
      if (known === undefined || age >= 2 * keepMs) return keep(key, read())
      if (age >= keepMs) renew(key, known, read)
      return known.value
    },
  }
}
