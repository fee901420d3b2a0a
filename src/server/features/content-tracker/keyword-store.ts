import { and, eq, isNotNull, isNull } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { contentPosts } from '../../db/schema/content.ts'

export interface PostOfSite {
  siteId: number
  /** As its publishing system numbers it. */
  postId: string
}

const isPost = ({ siteId, postId }: PostOfSite) =>
  and(eq(contentPosts.siteId, siteId), eq(contentPosts.postId, postId), isNull(contentPosts.goneAt))

/** Whether a post is known of a site, and was not written here. */
export async function isFollowed(db: Db, siteId: number, postId: number): Promise<boolean> {
  const rows = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(isPost({ siteId, postId: String(postId) }), isNull(contentPosts.articleId)))
  return rows.length > 0
}

/** A post, kept from changing until the transaction ends. */
export async function lockPost(tx: Db, address: PostOfSite) {
  const [post] = await tx
    .select({ id: contentPosts.id, title: contentPosts.title, keyword: contentPosts.focusKeyword })
    .from(contentPosts)
    .where(isPost(address))
    .for('update')
  return post
}

/** Keeps the keyword that somebody chose for a post itself; its article has no say in it from then on. */
export async function keepKeyword(
  tx: Db,
  id: number,
  { keyword, now }: { keyword: string | null; now: Date },
): Promise<void> {
  await tx
    .update(contentPosts)
    .set({ focusKeyword: keyword, keywordChosenAt: now })
    .where(eq(contentPosts.id, id))
}

/** The keyword that somebody chose for an article's post itself, empty where it is to have none; null where nobody did. */
export async function findChosenKeyword(db: Db, articleId: number): Promise<string | null> {
  const [post] = await db
    .select({ keyword: contentPosts.focusKeyword })
    .from(contentPosts)
    .where(and(eq(contentPosts.articleId, articleId), isNotNull(contentPosts.keywordChosenAt)))
  return post === undefined ? null : (post.keyword ?? '')
}
