import { and, eq, isNull } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { sitePosts } from '../../../db/schema/posts.ts'

/** Fields of a post that the publishing system's port does not return. */
export async function findPostRecord(db: Db, siteId: number, id: number) {
  const [record] = await db
    .select({
      focusKeyword: sitePosts.focusKeyword,
      createdAt: sitePosts.createdAt,
      modifiedAt: sitePosts.modifiedAt,
    })
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id)))
  return record
}

/** The article that a post was made from. */
export async function findArticleOfPost(db: Db, siteId: number, postId: number) {
  const [article] = await db
    .select({ id: articles.id, title: articles.title, status: articles.status })
    .from(articles)
    .where(and(eq(articles.siteId, siteId), eq(articles.postId, postId), isNull(articles.revisesId)))
    .limit(1)
  return article
}

/** Publishes a draft; a post that is published already stays as it is. */
export async function publishPost(db: Db, siteId: number, id: number, now: Date): Promise<boolean> {
  const published = await db
    .update(sitePosts)
    .set({ status: 'publish', publishedAt: now, modifiedAt: now })
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id), eq(sitePosts.status, 'draft')))
    .returning({ id: sitePosts.id })
  return published.length > 0
}
