import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { googleSheets, sheetSyncs, sheetTasks } from '../../../db/schema/google-sheets.ts'

export type LinkRow = typeof googleSheets.$inferSelect
export type SyncRow = typeof sheetSyncs.$inferSelect
export type SyncProgress = NonNullable<SyncRow['progress']>

/** Returns the link, deleted or not, locked until the transaction ends. */
export async function lockLink(tx: Db, id: number): Promise<LinkRow | undefined> {
  const [row] = await tx.select().from(googleSheets).where(eq(googleSheets.id, id)).for('no key update')
  return row
}

export async function insertLink(
  tx: Db,
  values: Pick<LinkRow, 'sheetId' | 'siteId' | 'boardGid' | 'createdAt'>,
): Promise<number> {
  const [row] = await tx.insert(googleSheets).values(values).returning({ id: googleSheets.id })
  if (!row) throw new Error('The database did not return the new link.')
  return row.id
}

export async function markDeleted(tx: Db, id: number, deletedAt: Date | null): Promise<void> {
  await tx.update(googleSheets).set({ deletedAt }).where(eq(googleSheets.id, id))
}

export async function findLastSync(db: Db, linkId: number): Promise<SyncRow | undefined> {
  const [row] = await db
    .select()
    .from(sheetSyncs)
    .where(eq(sheetSyncs.linkId, linkId))
    .orderBy(desc(sheetSyncs.id))
    .limit(1)
  return row
}

export async function insertSync(
  tx: Db,
  values: Pick<SyncRow, 'linkId' | 'userId' | 'beganAt' | 'mark'>,
): Promise<number> {
  const [row] = await tx.insert(sheetSyncs).values(values).returning({ id: sheetSyncs.id })
  if (!row) throw new Error('The database did not return the new sync.')
  return row.id
}

export type SyncEnd = Pick<
  SyncRow,
  'endedAt' | 'created' | 'updated' | 'skipped' | 'faults' | 'faultCount' | 'failure'
>

export async function endSync(tx: Db, id: number, end: SyncEnd): Promise<void> {
  await tx
    .update(sheetSyncs)
    .set({ ...end, shown: null, progress: null })
    .where(eq(sheetSyncs.id, id))
}

/**
 * Stores what a sync will do. From now on it compares single rows with the preview, because it changes the sheet as a
 * whole itself.
 */
export async function storePlan(
  tx: Db,
  id: number,
  plan: Pick<SyncRow, 'shown'> & { progress: SyncProgress },
): Promise<void> {
  await tx
    .update(sheetSyncs)
    .set({ ...plan, mark: null })
    .where(eq(sheetSyncs.id, id))
}

export async function storeProgress(tx: Db, id: number, progress: SyncProgress): Promise<void> {
  await tx.update(sheetSyncs).set({ progress }).where(eq(sheetSyncs.id, id))
}

/** Records that a row of the link became this task. Idempotent. */
export async function recordSheetTask(db: Db, linkId: number, gid: string): Promise<void> {
  await db.insert(sheetTasks).values({ linkId, gid }).onConflictDoNothing()
}

/** Ids of the tasks created from the link's rows. */
export async function listTasks(db: Db, linkId: number): Promise<Set<string>> {
  const rows = await db.select({ gid: sheetTasks.gid }).from(sheetTasks).where(eq(sheetTasks.linkId, linkId))
  return new Set(rows.map(({ gid }) => gid))
}
