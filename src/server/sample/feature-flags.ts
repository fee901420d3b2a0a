import { z } from 'zod'
import type { Db } from '#server/db/connect.ts'
import { featureFlagChanges, featureFlags } from '#server/db/schema/feature-flags.ts'
import { STORED_TYPES } from '#shared/features/ground/feature-flags/rules.ts'
import { amount, maybe, words } from './cells.ts'
import { DAY } from './moments.ts'
import { type PersonKey, PersonNamed } from './people.ts'
import { found } from './rows.ts'
import { readTable } from './words.ts'

const Flag = z.strictObject({
  flag: words,
  type: z.enum(STORED_TYPES),
  value: words,
  /** Previous value; none if it was never changed. */
  before: maybe,
  by: PersonNamed,
  /** Days since. */
  changed: amount,
})

const SAMPLE_FLAGS = await readTable('feature-flags.csv', Flag)

/** Flags set by users, with their previous values. */
export async function insertFeatureFlags(
  tx: Db,
  { now, userIds }: { now: Date; userIds: ReadonlyMap<PersonKey, number> },
): Promise<void> {
  for (const { flag: name, type, value, before, by, changed } of SAMPLE_FLAGS) {
    const userId = found(userIds, by)
    const changedAt = new Date(now.getTime() - changed * DAY)
    const [row] = await tx
      .insert(featureFlags)
      .values({ name, type, value, updatedAt: changedAt, updatedBy: userId })
      .returning({ id: featureFlags.id })
    if (!row) throw new Error('The database did not return the new flag.')
    const state = (text: string) => ({ feature_flag: name, type, value: text })
    await tx.insert(featureFlagChanges).values({
      flagId: row.id,
      act: before ? 'changed' : 'created',
      before: before ? state(before) : null,
      after: state(value),
      userId,
      changedAt,
    })
  }
}
