import { and, desc, eq, gt } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleDecisions } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'

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
