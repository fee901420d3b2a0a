import { eq, sql } from 'drizzle-orm'
import type { Db } from '../connect.ts'
import { vendorPauses } from '../schema/outside.ts'

/** Pauses that all servers of an installation know of: until when an account may not be asked, in milliseconds since 1970. */
export function createPauseStore(db: Db) {
  const { account: ACCOUNT, until: UNTIL } = vendorPauses
  return {
    /** 0 where nothing is known. */
    async read(account: string): Promise<number> {
      const [pause] = await db.select({ until: UNTIL }).from(vendorPauses).where(eq(ACCOUNT, account))
      return pause?.until.getTime() ?? 0
    },
    async keep(account: string, until: number): Promise<void> {
      await db
        .insert(vendorPauses)
        .values({ account, until: new Date(until) })
        .onConflictDoUpdate({ target: ACCOUNT, set: { until: sql`greatest(${UNTIL}, excluded.until)` } })
    },
  }
}
