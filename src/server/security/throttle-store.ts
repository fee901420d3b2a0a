import { and, eq, gt, lte, or, sql } from 'drizzle-orm'
import type { Db } from '../db/connect.ts'
import { throttleCounts } from '../db/schema/throttles.ts'

const { key: KEY, tries, until } = throttleCounts

interface Try {
  key: string
  now: Date
  /** End of the window that this try opens, if none is open. */
  end: Date
}

/** The statement that counts a try; with `most`, only while fewer were counted in a window that is still open. */
function counting(db: Db, { key, now, end }: Try, most?: number) {
  const isOver = lte(until, now)
  return db
    .insert(throttleCounts)
    .values({ key, tries: 1, until: end })
    .onConflictDoUpdate({
      target: KEY,
      set: {
        tries: sql`case when ${isOver} then 1 else ${tries} + 1 end`,
        until: sql`case when ${isOver} then excluded.until else ${until} end`,
      },
      ...(most === undefined ? {} : { setWhere: or(isOver, sql`${tries} < ${most}`) }),
    })
    .returning({ tries })
}

/**
 * Counts a try under `key`, in a window that ends at `end` if it opens one; returns null. If the open window
 * already has `most` tries, nothing is written, and its end is returned.
 */
export async function countTry(db: Db, { most, ...attempt }: Try & { most: number }): Promise<Date | null> {
  const counted = await counting(db, attempt, most)
  if (counted.length > 0) return null
  const [shut] = await db.select({ until }).from(throttleCounts).where(eq(KEY, attempt.key))
  return shut?.until ?? attempt.now
}

/** Counts a try without a limit, in a window that ends at `end` if it opens one; returns the count. */
export async function addTry(db: Db, attempt: Try): Promise<number> {
  const [row] = await counting(db, attempt)
  return row?.tries ?? 1
}

/** Number of tries in the open window; 0 if there is none. */
export async function readTries(db: Db, key: string, now: Date): Promise<number> {
  const [row] = await db
    .select({ tries })
    .from(throttleCounts)
    .where(and(eq(KEY, key), gt(until, now)))
  return row?.tries ?? 0
}

export async function uncountTry(db: Db, key: string): Promise<void> {
  await db
    .update(throttleCounts)
    .set({ tries: sql`greatest(${tries} - 1, 0)` })
    .where(eq(KEY, key))
}

export async function removeCount(db: Db, key: string): Promise<void> {
  await db.delete(throttleCounts).where(eq(KEY, key))
}

/** Removes the counts whose window is over. */
export async function removeOldCounts(db: Db, now: Date): Promise<void> {
  await db.delete(throttleCounts).where(lte(until, now))
}
