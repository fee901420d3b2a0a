import { plusDays } from '#shared/format/day.ts'
import { allowBulk } from '../../../../db/bulk-transaction.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import * as store from '../store.ts'

/** Keywords per statement, so that each is short. */
const ROLLED_AT_ONCE = 5000

/** Makes every share end with today; keywords whose shares do already are left alone. */
export async function rollRates(db: Db, today: string): Promise<void> {
  while ((await store.rollRates(db, today, ROLLED_AT_ONCE)) === ROLLED_AT_ONCE);
}

/** Deletes a day in short transactions; one that was interrupted is found and continued. */
async function removeDay(db: Db, day: string): Promise<void> {
  let after: number | null = 0
  while (after !== null) {
    const slice: Parameters<typeof store.removeStats>[2] = { after, most: ROLLED_AT_ONCE }
    after = await transaction<number | null>(db, async (tx) => {
      await store.lockWriters(tx)
      return store.removeStats(tx, day, slice)
    })
  }
  await transaction(db, async (tx) => {
    await store.lockWriters(tx)
    await store.removeDay(tx, day)
  })
}

/** Deletes stats older than `retentionDays` days, including today, and stories without stats. */
export async function removeOldDays(
  db: Db,
  { today, retentionDays }: { today: string; retentionDays: number },
): Promise<void> {
  const first = plusDays(today, 1 - retentionDays)
  for (;;) {
    const day = await store.findDayBefore(db, first)
    if (day === null) break
    await removeDay(db, day)
  }
  await transaction(db, async (tx) => {
    // A shorter retention may concern all keywords at once.
    await allowBulk(tx)
    await store.lockWriters(tx)
    await store.forgetBefore(tx, first)
  })
}
