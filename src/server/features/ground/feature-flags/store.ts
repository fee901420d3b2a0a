import { asc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import {
  type FlagState,
  featureFlagChanges,
  featureFlagReads,
  featureFlags,
} from '../../../db/schema/feature-flags.ts'

export type FlagRow = typeof featureFlags.$inferSelect
type FlagValues = Pick<FlagRow, 'name' | 'type' | 'value'>

/** The flags that hold, by name. */
export async function listSetFlags(db: Db) {
  return db
    .select({ name: featureFlags.name, type: featureFlags.type, value: featureFlags.value })
    .from(featureFlags)
    .where(isNull(featureFlags.archivedAt))
    .orderBy(asc(featureFlags.name))
}

/** A flag of this number, archived or not, kept from changing until the transaction ends. */
export async function lockFlag(tx: Db, id: number): Promise<FlagRow | undefined> {
  const [row] = await tx.select().from(featureFlags).where(eq(featureFlags.id, id)).for('no key update')
  return row
}

export async function findFlagByName(db: Db, name: string): Promise<FlagRow | undefined> {
  const [row] = await db.select().from(featureFlags).where(eq(featureFlags.name, name))
  return row
}

interface Deed {
  userId: number
  now: Date
}

export async function insertFlag(tx: Db, values: FlagValues, { userId, now }: Deed): Promise<number> {
  const [row] = await tx
    .insert(featureFlags)
    .values({ ...values, updatedAt: now, updatedBy: userId })
    .returning({ id: featureFlags.id })
  if (!row) throw new Error('The database did not return the new flag.')
  return row.id
}

export async function writeFlag(
  tx: Db,
  id: number,
  values: Partial<FlagValues & Pick<FlagRow, 'archivedAt'>>,
  { userId, now }: Deed,
): Promise<void> {
  await tx
    .update(featureFlags)
    .set({ ...values, updatedAt: now, updatedBy: userId, version: sql`${featureFlags.version} + 1` })
    .where(eq(featureFlags.id, id))
}

type NewChange = Pick<typeof featureFlagChanges.$inferInsert, 'flagId' | 'act' | 'before'> & {
  after: FlagState
}

export async function insertChange(tx: Db, change: NewChange, { userId, now }: Deed): Promise<void> {
  await tx.insert(featureFlagChanges).values({ ...change, userId, changedAt: now })
}

/** Adds how often flags were asked on a day to what other servers and earlier minutes have counted. */
export async function addReads(db: Db, day: string, counts: ReadonlyMap<string, number>): Promise<void> {
  // In one order, so that two servers never wait for each other.
  const rows = [...counts].toSorted(([one], [other]) => (one < other ? -1 : 1))
  await db
    .insert(featureFlagReads)
    .values(rows.map(([name, reads]) => ({ name, day, reads })))
    .onConflictDoUpdate({
      target: [featureFlagReads.name, featureFlagReads.day],
      set: { reads: sql`${featureFlagReads.reads} + excluded.reads` },
    })
}
