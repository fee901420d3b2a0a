import { and, eq, isNotNull, lte, not, or } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleClaims } from '../../../db/schema/article-work.ts'
import type { LifeSpan } from '../../ground/area.ts'
import { isInSession } from './queries.ts'

/**
 * Creates a claim, or takes it over from its current holder. Of concurrent callers, one succeeds. Returns
 * whether this one did.
 */
export async function putClaim(
  db: Db,
  claim: {
    articleId: number
    userId: number
    sessionHash: string | null
    span: LifeSpan
    since: Date
    takeOver: boolean
  },
): Promise<boolean> {
  const { articleId, userId, sessionHash, span, since, takeOver } = claim
  const isFree = or(
    eq(articleClaims.userId, userId),
    lte(articleClaims.claimedAt, since),
    and(isNotNull(articleClaims.sessionHash), not(isInSession(span))),
  )
  const rows = await db
    .insert(articleClaims)
    .values({ articleId, userId, sessionHash, claimedAt: span.now })
    .onConflictDoUpdate({
      target: articleClaims.articleId,
      set: { userId, sessionHash, claimedAt: span.now },
      ...(takeOver || isFree === undefined ? {} : { setWhere: isFree }),
    })
    .returning({ articleId: articleClaims.articleId })
  return rows.length > 0
}

export async function removeClaim(db: Db, articleId: number, userId?: number): Promise<boolean> {
  const own = userId === undefined ? undefined : eq(articleClaims.userId, userId)
  const removed = await db
    .delete(articleClaims)
    .where(and(eq(articleClaims.articleId, articleId), own))
    .returning({ id: articleClaims.articleId })
  return removed.length > 0
}
