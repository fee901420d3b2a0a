import { desc, eq, lt, sql } from 'drizzle-orm'
import type { FoundItem, ScanOutcome } from '#shared/features/scan/rules.ts'
import type { Db } from '../../db/connect.ts'
import { scanRuns } from '../../db/schema/scan.ts'
import { users } from '../../db/schema/users.ts'

const MOST_SHOWN = 14

export interface NewRun {
  functionId: string
  status: ScanOutcome
  items: readonly FoundItem[]
  took: number
  ranAt: Date
  userId: number | null
}

export async function insertRun(db: Db, run: NewRun): Promise<void> {
  await db.insert(scanRuns).values(run)
}

export interface LastRun {
  status: ScanOutcome
  items: readonly FoundItem[]
  took: number
  ranAt: Date
  runner: string | null
  /** What the last runs came to, the oldest first. */
  history: ScanOutcome[]
}

/** The last run of a function with what the ones before it came to; undefined where it has never run. */
export async function findLastRun(db: Db, functionId: string): Promise<LastRun | undefined> {
  const rows = await db
    .select({ run: scanRuns, runner: sql<string | null>`${users.firstName} || ' ' || ${users.lastName}` })
    .from(scanRuns)
    .leftJoin(users, eq(users.id, scanRuns.userId))
    .where(eq(scanRuns.functionId, functionId))
    .orderBy(desc(scanRuns.id))
    .limit(MOST_SHOWN)
  const [last] = rows
  return last && { ...last.run, runner: last.runner, history: rows.map(({ run }) => run.status).toReversed() }
}

export async function removeOldRuns(db: Db, before: Date): Promise<void> {
  await db.delete(scanRuns).where(lt(scanRuns.ranAt, before))
}

/** Counts the statuses of every keyword with articles anew. */
export async function recountStatuses(db: Db): Promise<void> {
  await db.execute(sql`
    select refresh_article_statuses(array(
      select keyword_id from article_keywords union select keyword_id from keywords where article_statuses <> 0))`)
}
