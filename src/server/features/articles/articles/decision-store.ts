import { and, eq, lt } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleDecisions } from '../../../db/schema/article-work.ts'
import { articleReturns } from '../../../db/schema/articles.ts'

export type Decision = typeof articleDecisions.$inferSelect

export async function insertDecision(
  tx: Db,
  values: Omit<typeof articleDecisions.$inferInsert, 'state'>,
): Promise<void> {
  await tx.insert(articleDecisions).values(values)
}

/** The decision on this article whose effects are still held, locked. */
export async function lockHeld(tx: Db, articleId: number): Promise<Decision | undefined> {
  const [held] = await tx
    .select()
    .from(articleDecisions)
    .where(and(eq(articleDecisions.articleId, articleId), eq(articleDecisions.state, 'held')))
    .for('update')
  return held
}

export async function hasHeldDecision(db: Db, articleId: number): Promise<boolean> {
  const rows = await db
    .select({ id: articleDecisions.id })
    .from(articleDecisions)
    .where(and(eq(articleDecisions.articleId, articleId), eq(articleDecisions.state, 'held')))
  return rows.length > 0
}

export async function listOverdue(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ articleId: articleDecisions.articleId })
    .from(articleDecisions)
    .where(and(eq(articleDecisions.state, 'held'), lt(articleDecisions.releaseAt, before)))
  return rows.map(({ articleId }) => articleId)
}

export async function endDecision(tx: Db, id: number, state: 'released' | 'undone'): Promise<void> {
  await tx.update(articleDecisions).set({ state }).where(eq(articleDecisions.id, id))
}

export async function moveRelease(tx: Db, id: number, releaseAt: Date): Promise<void> {
  await tx.update(articleDecisions).set({ releaseAt }).where(eq(articleDecisions.id, id))
}

export async function removeReturn(tx: Db, id: number): Promise<void> {
  await tx.delete(articleReturns).where(eq(articleReturns.id, id))
}
