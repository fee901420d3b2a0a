import { and, eq, gt } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articleClaims } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'
import { users } from '../../db/schema/users.ts'

/** The claims that were made after `since`, on articles that still wait for a review. */
export async function listClaims(db: Db, since: Date) {
  return db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .innerJoin(articles, eq(articles.id, articleClaims.articleId))
    .where(and(gt(articleClaims.claimedAt, since), eq(articles.status, 'requested')))
    .orderBy(articleClaims.articleId)
}

export async function findClaim(db: Db, articleId: number, since: Date) {
  const [found] = await db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .where(and(eq(articleClaims.articleId, articleId), gt(articleClaims.claimedAt, since)))
  return found
}
