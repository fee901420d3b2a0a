import { eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { vendorPauses } from '../../db/schema/outside.ts'
import type { PauseStore } from './account-gate.ts'

/** Pauses that all servers of an installation know of. */
export function createPauseStore(db: Db): PauseStore {
  const { account: ACCOUNT, until: UNTIL } = vendorPauses
  return {
    async read(account) {
      const [pause] = await db.select({ until: UNTIL }).from(vendorPauses).where(eq(ACCOUNT, account))
      return pause?.until.getTime() ?? 0
    },
    async keep(account, until) {
      await db
        .insert(vendorPauses)
        .values({ account, until: new Date(until) })
        .onConflictDoUpdate({ target: ACCOUNT, set: { until: sql`greatest(${UNTIL}, excluded.until)` } })
    },
  }
}
