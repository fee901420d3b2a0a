import { count, eq, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { builtInSheets } from '../../db/schema/sheets.ts'

export type GridRow = typeof builtInSheets.$inferSelect

export async function findGrid(db: Db, id: string): Promise<GridRow | undefined> {
  const [row] = await db.select().from(builtInSheets).where(eq(builtInSheets.id, id))
  return row
}

export async function lockGrid(tx: Db, id: string): Promise<GridRow | undefined> {
  const [row] = await tx.select().from(builtInSheets).where(eq(builtInSheets.id, id)).for('update')
  return row
}

export async function insertGrid(db: Db, id: string, rows: string[][]): Promise<void> {
  await db.insert(builtInSheets).values({ id, rows }).onConflictDoNothing()
}

export async function writeGrid(tx: Db, id: string, rows: string[][]): Promise<void> {
  await tx
    .update(builtInSheets)
    .set({ rows, version: sql`${builtInSheets.version} + 1` })
    .where(eq(builtInSheets.id, id))
}

export async function countGrids(db: Db): Promise<number> {
  const [found] = await db.select({ count: count() }).from(builtInSheets)
  return found?.count ?? 0
}
