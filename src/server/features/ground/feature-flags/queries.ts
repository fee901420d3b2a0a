import { and, asc, desc, eq, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { featureFlagChanges, featureFlagReads, featureFlags } from '../../../db/schema/feature-flags.ts'
import { users } from '../../../db/schema/users.ts'

const MOST_EVENTS = 50

const withUsers = (db: Db) =>
  db
    .select({ flag: featureFlags, user: users })
    .from(featureFlags)
    .leftJoin(users, eq(users.id, featureFlags.updatedBy))

/** The flags that hold, each with who changed it last, by name. */
export const listFlags = async (db: Db) =>
  withUsers(db).where(isNull(featureFlags.archivedAt)).orderBy(asc(featureFlags.name))
export type FoundFlag = Awaited<ReturnType<typeof listFlags>>[number]

export async function findFlag(db: Db, id: number): Promise<FoundFlag | undefined> {
  const [found] = await withUsers(db).where(and(eq(featureFlags.id, id), isNull(featureFlags.archivedAt)))
  return found
}

/** The last changes, newest first; the last one of each flag has the version of the flag. */
export async function listEvents(db: Db) {
  const version = sql<number | null>`(select f.version from ${featureFlags} f
    where f.feature_flag_id = ${featureFlagChanges.flagId} and not exists (select from ${featureFlagChanges} later
      where later.feature_flag_id = ${featureFlagChanges.flagId} and later.change_id > ${featureFlagChanges.id}))`
  return db
    .select({ event: featureFlagChanges, user: users, version })
    .from(featureFlagChanges)
    .leftJoin(users, eq(users.id, featureFlagChanges.userId))
    .orderBy(desc(featureFlagChanges.id))
    .limit(MOST_EVENTS)
}
export type FoundEvent = Awaited<ReturnType<typeof listEvents>>[number]

export interface FlagReads {
  name: string
  today: number
  /** `yyyy-MM-dd`; null if never read since counting began. */
  last: string | null
}

/** Stored number of readings per flag on a day, and the last day with readings. */
export async function listReads(db: Db, day: string): Promise<FlagReads[]> {
  return db
    .select({
      name: featureFlagReads.name,
      today: sql<number>`coalesce(sum(${featureFlagReads.reads}) filter (where ${featureFlagReads.day} = ${day}), 0)::int`,
      last: sql<string>`max(${featureFlagReads.day})::text`,
    })
    .from(featureFlagReads)
    .groupBy(featureFlagReads.name)
}
