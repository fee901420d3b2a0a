import { and, eq, sql } from 'drizzle-orm'
import type { WrittenPost } from '#shared/features/articles/rules.ts'
import type { WordChoices } from '#shared/features/revisions/rules.ts'
import type { Db } from '../../db/connect.ts'
import { articlePosts } from '../../db/schema/article-work.ts'

export type PostRecord = typeof articlePosts.$inferSelect

/** What is known of an article's post, kept from changing until the transaction ends. */
export async function lockPost(db: Db, articleId: number): Promise<PostRecord | undefined> {
  const [post] = await db
    .select()
    .from(articlePosts)
    .where(eq(articlePosts.articleId, articleId))
    .for('update')
  return post
}

export async function removePost(db: Db, articleId: number): Promise<void> {
  await db.delete(articlePosts).where(eq(articlePosts.articleId, articleId))
}

/** What is known of where a post stands. */
type StandingPost = Pick<PostRecord, 'articleId' | 'postId' | 'state' | 'url' | 'since'> & {
  movedFrom?: string | null
}

/** Keeps where an article's post stands from now on; what was written into it stays. */
export async function savePost(db: Db, post: StandingPost): Promise<void> {
  const { articleId: target } = articlePosts
  const set = { movedFrom: null, ...post }
  await db.insert(articlePosts).values(set).onConflictDoUpdate({ target, set })
}

/** Keeps what is known of a post where nothing was known. */
export async function addPost(db: Db, post: StandingPost): Promise<void> {
  await db.insert(articlePosts).values(post).onConflictDoNothing()
}

/** Keeps what was written into the post, or its fields, where that was not known; what was chosen stays. */
export async function addWritten(db: Db, articleId: number, written: WrittenPost): Promise<void> {
  const { written: known } = articlePosts
  await db
    .update(articlePosts)
    .set({ written: sql`${JSON.stringify(written)}::jsonb || coalesce(${known}, '{}')` })
    .where(and(eq(articlePosts.articleId, articleId), sql`(${known} -> 'fields') is null`))
}

export async function findPost(db: Db, articleId: number): Promise<PostRecord | undefined> {
  const [post] = await db.select().from(articlePosts).where(eq(articlePosts.articleId, articleId))
  return post
}

/** Keeps what was written into the post: what was chosen before has been done by that. */
export async function keepWritten(db: Db, articleId: number, written: WrittenPost): Promise<void> {
  await db.update(articlePosts).set({ written, choices: null }).where(eq(articlePosts.articleId, articleId))
}

export async function keepChoices(db: Db, articleId: number, choices: WordChoices): Promise<void> {
  await db.update(articlePosts).set({ choices }).where(eq(articlePosts.articleId, articleId))
}

/** Keeps what was looked up of a post's products, and when; null where that failed, and was removed from the post. */
export async function keepOffersAt(
  db: Db,
  articleId: number,
  looked: { at: Date; showsPrices: boolean } | null,
): Promise<void> {
  const values =
    looked === null
      ? { offersRemoved: true }
      : { offersAt: looked.at, showsPrices: looked.showsPrices, offersRemoved: false }
  await db.update(articlePosts).set(values).where(eq(articlePosts.articleId, articleId))
}
