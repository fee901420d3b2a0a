import { notInArray, sql } from 'drizzle-orm'
import type { FoundItem, ScanOutcome } from '#shared/features/operate/scan/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { scanAlarms, scanRuns } from '../../../db/schema/scan.ts'

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

/** Records that users are notified of this function, or of what only some may see of it; false if they already were. */
export async function raiseAlarm(tx: Db, functionId: string, toldAt: Date): Promise<boolean> {
  const raised = await tx
    .insert(scanAlarms)
    .values({ functionId, toldAt })
    .onConflictDoNothing()
    .returning({ id: scanAlarms.functionId })
  return raised.length > 0
}

/** Clears all alarms but those of what is broken, so that the next failure notifies again. */
export async function clearAlarms(tx: Db, broken: readonly string[]): Promise<void> {
  await tx.delete(scanAlarms).where(notInArray(scanAlarms.functionId, [...broken]))
}

/** Recounts the statuses of every keyword with articles. */
export async function recountStatuses(db: Db): Promise<void> {
  await db.execute(sql`
    select refresh_article_statuses(array(
      select keyword_id from article_keywords union select keyword_id from keywords where article_statuses <> 0))`)
}
