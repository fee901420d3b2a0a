import { and, eq } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleChecklist } from '../../../db/schema/article-work.ts'

export interface ChecklistRow {
  kind: string
  text: string
  /** The article has it from its first day on. */
  isDone?: boolean
}

/**
 * Stores an article's checklist in this order. Entries that are already done are ticked in the name of its
 * author.
 */
export async function insertChecklist(
  db: Db,
  articleId: number,
  { entries, by, now }: { entries: readonly ChecklistRow[]; by: number; now: Date },
): Promise<void> {
  if (entries.length === 0) return
  const done = { doneAt: now, doneBy: by }
  await db.insert(articleChecklist).values(
    entries.map(({ kind, text, isDone }, position) => ({
      ...{ articleId, position, kind, text },
      ...(isDone ? done : {}),
    })),
  )
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
