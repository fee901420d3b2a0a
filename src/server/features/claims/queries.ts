import { and, eq, gt, isNull, or, sql } from 'drizzle-orm'
import { CLAIM_LASTS_MS } from '#shared/features/claims/rules.ts'
import type { Db } from '../../db/connect.ts'
import { articleClaims } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'
import { sessions, users } from '../../db/schema/users.ts'

/** The session in which a claim was made goes on. */
export const isInSession = (now: Date) =>
  sql`exists (select from ${sessions} s where s.token_hash = ${articleClaims.sessionHash}
    and s.revoked_at is null and s.expires_at > ${now})`

/** Somebody still is at it, as far as anybody knows: a claim ends with its session, and by itself after a time. */
const isLiving = (now: Date) =>
  and(
    gt(articleClaims.claimedAt, new Date(now.getTime() - CLAIM_LASTS_MS)),
    or(isNull(articleClaims.sessionHash), isInSession(now)),
  )

/** The living claims on articles that still wait for a review. */
export async function listClaims(db: Db, now: Date) {
  return db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .innerJoin(articles, eq(articles.id, articleClaims.articleId))
    .where(and(isLiving(now), eq(articles.status, 'requested')))
    .orderBy(articleClaims.articleId)
}

export async function findClaim(db: Db, articleId: number, now: Date) {
  const [found] = await db
    .select({ claim: articleClaims, user: users })
    .from(articleClaims)
    .innerJoin(users, eq(users.id, articleClaims.userId))
    .where(and(eq(articleClaims.articleId, articleId), isLiving(now)))
  return found
}
