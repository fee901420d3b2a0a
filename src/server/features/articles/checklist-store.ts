import { and, eq } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articleChecklist } from '../../db/schema/article-work.ts'

export interface ChecklistRow {
  kind: string
  text: string
}

/** What an article is meant to bring, in this order. */
export async function insertChecklist(
  db: Db,
  articleId: number,
  entries: readonly ChecklistRow[],
): Promise<void> {
  if (entries.length === 0) return
  await db
    .insert(articleChecklist)
    .values(entries.map(({ kind, text }, position) => ({ articleId, position, kind, text })))
}

/** False where there is no such entry. */
export async function tickEntry(
  db: Db,
  { articleId, position }: { articleId: number; position: number },
  done: { doneAt: Date | null; doneBy: number | null },
): Promise<boolean> {
  const rows = await db
    .update(articleChecklist)
    .set(done)
    .where(and(eq(articleChecklist.articleId, articleId), eq(articleChecklist.position, position)))
    .returning({ position: articleChecklist.position })
  return rows.length > 0
}
