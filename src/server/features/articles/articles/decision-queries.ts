import { and, desc, eq, gt, isNotNull, or } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleDecisions } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { serviceAccounts } from '../../../db/schema/service-accounts.ts'
import { apiTokens } from '../../../db/schema/tokens.ts'

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

/**
 * Whether the article is the user's own, or was written by a service account that the user answers for, or has made a
 * token of.
 */
export async function isOwnWork(db: Db, userId: number, authorId: number): Promise<boolean> {
  if (authorId === userId) return true
  const [answersFor] = await db
    .select({ id: serviceAccounts.userId })
    .from(serviceAccounts)
    .leftJoin(apiTokens, and(eq(apiTokens.userId, serviceAccounts.userId), eq(apiTokens.createdBy, userId)))
    .where(
      and(
        eq(serviceAccounts.userId, authorId),
        or(eq(serviceAccounts.ownerId, userId), isNotNull(apiTokens.id)),
      ),
    )
    .limit(1)
  return answersFor !== undefined
}
