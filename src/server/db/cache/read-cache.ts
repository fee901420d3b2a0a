import type { Db } from '../connect.ts'
import type { ReportedTable } from './reported-tables.ts'
import { onWrite } from './writes.ts'

export interface ReadCache<Value = number> {
  /** The cached value of this key, or a new read, which concurrent callers share. */
  get(key: string, read: () => Promise<Value>): Promise<Value>
}

interface Kept<Value> {
  value: Promise<Value>
  /** Read at this moment, in milliseconds. */
  readAt: number
  /** The read in progress: the first one, or a refresh. */
  isBeingRead: boolean
}

const MOST_KEPT = 2000

/**
 * Caches values that are expensive to read, such as the totals of long lists. When a transaction of this process that
 * wrote to a table in `from` ends, the cache is cleared; writes of other processes show within twice `maxAgeMs`. A value
 * older than `maxAgeMs` is served while it is refreshed. When `most` values are cached, the cache is cleared.
 */
export function createReadCache<Value = number>({
  maxAgeMs,
  clock,
  db,
  from,
  most = MOST_KEPT,
}: {
  maxAgeMs: number
  clock: () => Date
  db: Db
  from: readonly ReportedTable[]
  most?: number
}): ReadCache<Value> {
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

  /** The old value stays until the refresh is done. A write meanwhile, or a failed read, drops both. */
  function refresh(key: string, old: Kept<Value>, read: () => Promise<Value>) {
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
      if (known === undefined || age >= 2 * maxAgeMs) return keep(key, read())
      if (age >= maxAgeMs) refresh(key, known, read)
      return known.value
    },
  }
}
