import { and, asc, desc, eq, gt, isNotNull, notInArray } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articles } from '../../db/schema/articles.ts'
import { sites } from '../../db/schema/sites.ts'
import { MOST_AT_ONCE } from './mirror-store.ts'

/** Approved articles that have a post, beyond a number, in the order of their numbers. */
export async function listUnpublished(db: Db, after: number, limit: number) {
  const rows = await db
    .select({ id: articles.id, postId: articles.postId, siteCode: sites.code })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articles.status, 'approved'), isNotNull(articles.postId), gt(articles.id, after)))
    .orderBy(asc(articles.id))
    .limit(limit)
  return rows.flatMap(({ postId, ...row }) => (postId === null ? [] : { ...row, postId }))
}

/** The tasks of a board's articles in which something may still happen that concerns us. */
export async function listOpenTasks(db: Db, boardGid: string, closed: readonly string[]): Promise<string[]> {
  const rows = await db
    .select({ gid: articles.taskGid })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(
      and(
        eq(sites.boardGid, boardGid),
        isNotNull(articles.taskGid),
        notInArray(articles.status, [...closed]),
      ),
    )
    .orderBy(desc(articles.id))
    .limit(MOST_AT_ONCE)
  return rows.flatMap(({ gid }) => gid ?? [])
}
