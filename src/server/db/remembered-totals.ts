import type { Table } from 'drizzle-orm'
import type { Db } from './connect.ts'
import { onWrite } from './writes.ts'

export interface RememberedTotals<Total = number> {
  /** The number kept under this key, or counted now; callers at the same time share one count. */
  get(key: string, count: () => Promise<Total>): Promise<Total>
}

const MOST_KEPT = 2000

/**
 * Keeps the totals of long lists for a few seconds, because counting costs many times what a page costs.
 * A write of this server to a table that they are counted `from` empties it at once; one of another server shows within
 * `keepMs`.
 */
export function createRememberedTotals<Total = number>({
  keepMs,
  clock,
  db,
  from,
}: {
  keepMs: number
  clock: () => Date
  db: Db
  from: readonly Table[]
}): RememberedTotals<Total> {
  const kept = new Map<string, { total: Promise<Total>; until: number }>()
  onWrite(db, from, () => kept.clear())
  return {
    get(key, count) {
      const now = clock().getTime()
      const known = kept.get(key)
      if (known && known.until > now) return known.total
      if (kept.size >= MOST_KEPT) kept.clear()
      const total = count()
      const entry = { total, until: now + keepMs }
      kept.set(key, entry)
      total.catch(() => {
        if (kept.get(key) === entry) kept.delete(key)
      })
      return total
    },
  }
}
