import {
  and,
  asc,
  desc,
  eq,
  exists,
  gt,
  inArray,
  isNotNull,
  isNull,
  lt,
  ne,
  not,
  notInArray,
  or,
  sql,
} from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleMirrors, articlePosts } from '../../../db/schema/article-work.ts'
import { articleKeywords, articles } from '../../../db/schema/articles.ts'
import { sites } from '../../../db/schema/sites.ts'
import { MOST_MIRRORS_AT_ONCE } from './mirror-store.ts'

/** Articles that ought to have a post, beyond a number, in the order of their numbers. */
export async function listPosted(db: Db, after: number, limit: number) {
  const rows = await db
    .select({
      id: articles.id,
      postId: articles.postId,
      siteCode: sites.code,
      status: articles.status,
      known: { postId: articlePosts.postId, state: articlePosts.state, url: articlePosts.url },
    })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .leftJoin(articlePosts, eq(articlePosts.articleId, articles.id))
    .where(
      and(
        inArray(articles.status, ['approved', 'published']),
        isNotNull(articles.postId),
        isNull(articles.revisesId),
        gt(articles.id, after),
      ),
    )
    .orderBy(asc(articles.id))
    .limit(limit)
  return rows.flatMap(({ postId, ...row }) => (postId === null ? [] : { ...row, postId }))
}

/** The published articles of a site for a keyword, and the one with this post. */
export async function listPublishedOf(
  db: Db,
  { siteId, keywordId, postId }: { siteId: number; keywordId: number; postId: number | null },
) {
  const isFor = exists(
    db
      .select({ one: sql`1` })
      .from(articleKeywords)
      .where(and(eq(articleKeywords.articleId, articles.id), eq(articleKeywords.keywordId, keywordId))),
  )
  return db
    .select({ id: articles.id, title: articles.title, postId: articles.postId })
    .from(articles)
    .where(
      and(
        eq(articles.siteId, siteId),
        eq(articles.status, 'published'),
        isNull(articles.revisesId),
        isNotNull(articles.postId),
        postId === null ? isFor : or(isFor, eq(articles.postId, postId)),
      ),
    )
    .orderBy(desc(articles.id))
    .limit(MOST_MIRRORS_AT_ONCE)
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
    .limit(MOST_MIRRORS_AT_ONCE)
  return rows.flatMap(({ gid }) => gid ?? [])
}

/** Articles that should have a copy, but have none and no request for one; oldest first. */
export async function listWithoutCopy(db: Db, target: 'task' | 'post') {
  const isDue =
    target === 'task'
      ? and(
          inArray(articles.status, ['requested', 'returned', 'approved', 'published']),
          isNull(articles.taskGid),
          isNotNull(sites.boardGid),
        )
      : and(inArray(articles.status, ['approved', 'published']), isNull(articles.postId))
  const isAsked = db
    .select({ one: sql`1` })
    .from(articleMirrors)
    .where(and(eq(articleMirrors.articleId, articles.id), eq(articleMirrors.target, target)))
  return db
    .select({ articleId: articles.id, siteId: sites.id, site: sites.displayName })
    .from(articles)
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(isDue, isNull(articles.revisesId), not(exists(isAsked))))
    .orderBy(asc(articles.id))
    .limit(MOST_MIRRORS_AT_ONCE)
}

/** Live posts with what we wrote into them last, those of the newest articles first. */
export const listWritten = (db: Db, most: number) =>
  db
    .select({
      articleId: articles.id,
      title: articles.title,
      siteId: sites.id,
      site: sites.displayName,
      code: sites.code,
      postId: articlePosts.postId,
      written: articlePosts.written,
    })
    .from(articlePosts)
    .innerJoin(articles, eq(articles.id, articlePosts.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(and(eq(articlePosts.state, 'live'), isNotNull(articlePosts.written), isNull(sites.retiredAt)))
    .orderBy(desc(articles.id))
    .limit(most)

/** A live post whose prices are to be looked up again. `showsPrices` is what its site wants by now. */
export interface DuePost {
  articleId: number
  postId: number
  siteCode: string
  showsPrices: boolean
  /** What its site wanted when they were looked up. */
  showedPrices: boolean
  offersAt: Date | null
  removedPictures: Readonly<Record<string, string>> | null
}

/**
 * Our live posts whose prices are older than `before`, unknown, or shown although the site wants none. Those
 * with the oldest try come first, and those tried after `since` are left out.
 */
export async function listDueOffers(
  db: Db,
  { before, since, most }: { before: Date; since: Date; most: number },
): Promise<DuePost[]> {
  const { offersAt, offersTriedAt, removedPictures } = articlePosts
  return db
    .select({
      articleId: articlePosts.articleId,
      postId: articlePosts.postId,
      siteCode: sites.code,
      showsPrices: sites.showsPrices,
      showedPrices: articlePosts.showsPrices,
      offersAt,
      removedPictures,
    })
    .from(articlePosts)
    .innerJoin(articles, eq(articles.id, articlePosts.articleId))
    .innerJoin(sites, eq(sites.id, articles.siteId))
    .where(
      and(
        eq(articlePosts.state, 'live'),
        eq(articles.postId, articlePosts.postId),
        or(isNull(offersAt), lt(offersAt, before), ne(articlePosts.showsPrices, sites.showsPrices)),
        or(isNull(offersTriedAt), lt(offersTriedAt, since)),
      ),
    )
    .orderBy(sql`${offersTriedAt} nulls first`, asc(articlePosts.articleId))
    .limit(most)
}
