import { and, lt, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { z } from 'zod'
import { countedIn } from '#shared/format/count.ts'
import { DAY_MS } from '#shared/format/duration.ts'
import type { Db } from '../../db/connect.ts'
import type { Job } from '../../jobs/job.ts'

/** Every night. */
export const REMOVE_OLD = 'retention.remove-old'
/** Every hour, for what grows quickly. */
export const REMOVE_SHORT_LIVED = 'retention.remove-short-lived'

/** Rows per statement, so that locks are short. */
const REMOVED_AT_ONCE = 5000

interface Moment {
  db: Db
  now: Date
}

/** Data that is not kept forever. */
export interface Retention {
  /** The data, as the operating guide calls it. */
  what: string
  /** How long it is kept, as in `30 days`. */
  kept: string
  isShortLived?: boolean
  removeOld(moment: Moment): Promise<void>
}

/** Deletes the rows for which `isOld` holds. */
export async function removeRows(db: Db, { table }: PgColumn, isOld: SQL | undefined): Promise<void> {
  let removed: number | null
  do {
    const some = sql`select ctid from ${table} where ${isOld} limit ${REMOVED_AT_ONCE}::int`
    ;({ rowCount: removed } = await db.execute(sql`delete from ${table} where ctid = any(array(${some}))`))
  } while (removed === REMOVED_AT_ONCE)
}

interface Rows extends Partial<Pick<Retention, 'kept' | 'isShortLived'>> {
  what: string
  /** The moment from which the days count. */
  since: PgColumn
  days: number
  /** Only these rows. */
  where?: SQL
}

/** The rows of a table, each kept for so many days. */
export const retainRows = ({
  since,
  days,
  where,
  kept = countedIn(days, 'day'),
  ...rest
}: Rows): Retention => ({
  ...rest,
  kept,
  removeOld: ({ db, now }) =>
    removeRows(db, since, and(where, lt(since, new Date(now.getTime() - days * DAY_MS)))),
})

interface Deps {
  db: Db
  clock: () => Date
}

/** Removes expired rows. A failure does not prevent the other removals. Throws all failures together. */
async function removeAll({ db, clock }: Deps, all: readonly Retention[]): Promise<void> {
  const failures: Error[] = []
  for (const { what, removeOld } of all) {
    try {
      await removeOld({ db, now: clock() })
    } catch (cause) {
      failures.push(new Error(`Couldn’t remove old data: ${what}`, { cause }))
    }
  }
  if (failures.length > 0)
    throw new AggregateError(failures, failures.map(({ message }) => message).join('; '))
}

export const retentionJobs = (deps: Deps, all: readonly Retention[]): Job[] => [
  {
    name: REMOVE_OLD,
    payload: z.object({}),
    every: 'night',
    run: () => removeAll(deps, all),
  },
  {
    name: REMOVE_SHORT_LIVED,
    payload: z.object({}),
    every: 'hour',
    run: () =>
      removeAll(
        deps,
        all.filter(({ isShortLived }) => isShortLived),
      ),
  },
]
