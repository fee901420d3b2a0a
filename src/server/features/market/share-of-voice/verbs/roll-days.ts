import { plusDays } from '#shared/format/day.ts'
import { type Db, transaction } from '../../../../db/connect.ts'
import * as store from '../store.ts'

/** Keywords per statement, so that each is short. */
const ROLLED_AT_ONCE = 5000

/** Makes every share end with today; keywords whose shares do already are left alone. */
export async function rollRates(db: Db, today: string): Promise<void> {
  while ((await store.rollRates(db, today, ROLLED_AT_ONCE)) === ROLLED_AT_ONCE);
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
    // One day per transaction, so that locks are short.
    await transaction(db, async (tx) => {
      await store.lockWriters(tx)
      await store.removeDay(tx, day)
    })
  }
  await transaction(db, async (tx) => {
    await store.lockWriters(tx)
    await store.forgetBefore(tx, first)
  })
}
