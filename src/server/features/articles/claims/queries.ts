import { and, eq, gt, isNull, ne, or, sql } from 'drizzle-orm'
import { CLAIM_LASTS_MS } from '#shared/features/articles/claims/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articleClaims } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'
import { sessions, users } from '../../../db/schema/users.ts'
import { isAlive, type LifeSpan } from '../../ground/area.ts'

/** The session that made the claim is still active. */
export const isInSession = (span: LifeSpan) =>
  sql`exists (select from ${sessions} where ${sessions.tokenHash} = ${articleClaims.sessionHash} and ${isAlive(span)})`

/** The claim is active: it ends with its session, and after a time without activity. */
const isLiving = (span: LifeSpan) =>
  and(
    gt(articleClaims.claimedAt, new Date(span.now.getTime() - CLAIM_LASTS_MS)),
    or(isNull(articleClaims.sessionHash), isInSession(span)),
  )

/** Label of an article in the audit trail; a draft's title is visible only to its owner. */
export async function findTitle(db: Db, articleId: number): Promise<string | undefined> {
  const [found] = await db
    .select({ title: articles.title })
    .from(articles)
    .where(and(eq(articles.id, articleId), ne(articles.status, 'draft')))
  return found?.title
}

/** The living claims on articles that still wait for a review. */
export async function listClaims(db: Db, span: LifeSpan) {
  return db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .innerJoin(articles, eq(articles.id, articleClaims.articleId))
    .where(and(isLiving(span), eq(articles.status, 'requested')))
    .orderBy(articleClaims.articleId)
}

/** Articles waiting for review that a user has claimed. */
export async function listClaimed(db: Db, userId: number, span: LifeSpan): Promise<number[]> {
  const found = await db
    .select({ articleId: articleClaims.articleId })
    .from(articleClaims)
    .innerJoin(articles, eq(articles.id, articleClaims.articleId))
    .where(and(eq(articleClaims.userId, userId), isLiving(span), eq(articles.status, 'requested')))
  return found.map(({ articleId }) => articleId)
}

export async function findClaim(db: Db, articleId: number, span: LifeSpan) {
  const [found] = await db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .where(and(eq(articleClaims.articleId, articleId), isLiving(span)))
  return found
}
