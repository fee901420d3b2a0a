import { and, desc, eq, gt, lt } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articleReturns, articles } from '../../db/schema/articles.ts'
import { articleDecisions } from '../../db/schema/decisions.ts'

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

/** A user's decisions that can still be undone, the latest first. */
export const listHeld = (db: Db, userId: number, now: Date) =>
  db
    .select({
      articleId: articleDecisions.articleId,
      title: articles.title,
      command: articleDecisions.command,
      releaseAt: articleDecisions.releaseAt,
    })
    .from(articleDecisions)
    .innerJoin(articles, eq(articles.id, articleDecisions.articleId))
    .where(
      and(
        eq(articleDecisions.userId, userId),
        eq(articleDecisions.state, 'held'),
        gt(articleDecisions.releaseAt, now),
      ),
    )
    .orderBy(desc(articleDecisions.id))
export type HeldRow = Awaited<ReturnType<typeof listHeld>>[number]
