import { and, eq, sql } from 'drizzle-orm'
import type { Db } from '../connect.ts'
import { vendorCalls } from '../schema/outside.ts'

/** How often each vendor was asked on each day: all servers of an installation count together. */
export function createCallCounter(db: Db) {
  const { system: SYSTEM, day: DAY, calls: CALLS } = vendorCalls
  return {
    /** Counts one call, or so much more, unless that would be more than `ceiling` on this day; whether it was counted. */
    async take(system: string, day: string, ceiling: number, amount = 1): Promise<boolean> {
      if (amount > ceiling) return false
      const counted = await db
        .insert(vendorCalls)
        .values({ system, day, calls: amount })
        .onConflictDoUpdate({
          target: [SYSTEM, DAY],
          set: { calls: sql`${CALLS} + ${amount}::int` },
          setWhere: sql`${CALLS}::bigint + ${amount}::int <= ${ceiling}::bigint`,
        })
        .returning({ calls: CALLS })
      return counted.length > 0
    },
    /** Takes the count of a call back that was not made. */
    async giveBack(system: string, day: string): Promise<void> {
      await db
        .update(vendorCalls)
        .set({ calls: sql`${CALLS} - 1` })
        .where(and(eq(SYSTEM, system), eq(DAY, day), sql`${CALLS} > 0`))
    },
    /** Those of a day, and of its month. */
    async read(system: string, day: string): Promise<{ today: number; month: number }> {
      const [row] = await db
        .select({
          today: sql<number>`coalesce(sum(${CALLS}) filter (where ${DAY} = ${day}), 0)::int`,
          month: sql<number>`coalesce(sum(${CALLS}), 0)::int`,
        })
        .from(vendorCalls)
        .where(and(eq(SYSTEM, system), sql`to_char(${DAY}, 'YYYY-MM') = ${day.slice(0, 7)}`))
      return row ?? { today: 0, month: 0 }
    },
  }
}
