import { and, asc, count, desc, eq, ne, notExists, or, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Db } from '../../../db/connect.ts'
import { articleEvents, articles } from '../../../db/schema/articles.ts'
import { users } from '../../../db/schema/users.ts'
import { countsAsArticle } from '../../../db/sql/counted-articles.ts'

/** How many pieces of somebody's work are looked at. */
const MOST = 10

/** Number of a user's articles per status. */
export async function countByStatus(db: Db, userId: number) {
  return db
    .select({ status: articles.status, count: count() })
    .from(articles)
    .where(and(eq(articles.userId, userId), countsAsArticle))
    .groupBy(articles.status)
    .orderBy(asc(articles.status))
}

/** The articles of a person that changed last, each with what happened to it last. */
export async function listLatest(db: Db, userId: number, { withDrafts }: { withDrafts: boolean }) {
  const last = db
    .select({
      action: articleEvents.action,
      userId: articleEvents.userId,
      createdAt: articleEvents.createdAt,
    })
    .from(articleEvents)
    .where(eq(articleEvents.articleId, articles.id))
    .orderBy(desc(articleEvents.id))
    .limit(1)
    .as('last')
  const own = alias(articles, 'own')
  const revised = db
    .select({ one: sql`1` })
    .from(own)
    .where(and(eq(own.id, articles.revisesId), eq(own.userId, userId)))
  return db
    .select({
      article: articles,
      last: { action: last.action, createdAt: last.createdAt },
      user: users,
    })
    .from(articles)
    .leftJoinLateral(last, sql`true`)
    .leftJoin(users, eq(users.id, last.userId))
    .where(
      and(
        eq(articles.userId, userId),
        // An approved update of another user's article is this user's work, and its only row here.
        or(countsAsArticle, notExists(revised)),
        withDrafts ? undefined : ne(articles.status, 'draft'),
      ),
    )
    .orderBy(desc(articles.updatedAt), desc(articles.id))
    .limit(MOST)
}
