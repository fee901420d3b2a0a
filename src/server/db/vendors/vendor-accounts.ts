import { eq, sql } from 'drizzle-orm'
import type { Db } from '../connect.ts'
import { vendorPauses } from '../schema/outside.ts'

/** What all servers of an installation know of an account at a vendor. */
export function createAccountStore(db: Db) {
  const { account: ACCOUNT, until: UNTIL } = vendorPauses
  return {
    /** In milliseconds since 1970; 0 where nothing is known. */
    async pausedUntil(account: string): Promise<number> {
      const [pause] = await db.select({ until: UNTIL }).from(vendorPauses).where(eq(ACCOUNT, account))
      return pause?.until.getTime() ?? 0
    },
    async pause(account: string, until: number): Promise<void> {
      await db
        .insert(vendorPauses)
        .values({ account, until: new Date(until) })
        .onConflictDoUpdate({ target: ACCOUNT, set: { until: sql`greatest(${UNTIL}, excluded.until)` } })
    },
    /** Takes the next free turn, `betweenMs` after the one before; returns how long to wait for it, in milliseconds. */
    async takeTurn(account: string, betweenMs: number): Promise<number> {
      const between = sql`${betweenMs}::float8 * interval '1 ms'`
      const { rows } = await db.execute<{ wait: number }>(sql`
        insert into vendor_pauses as known (account, until, next_call_at)
        values (${account}, 'epoch', clock_timestamp() + ${between})
        on conflict (account) do update
          set next_call_at = greatest(known.next_call_at, clock_timestamp()) + ${between}
        returning extract(epoch from next_call_at - ${between} - clock_timestamp())::float8 * 1000 as wait`)
      return rows[0]?.wait ?? 0
    },
  }
}
