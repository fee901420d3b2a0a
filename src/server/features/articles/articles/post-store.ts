import { and, eq, inArray, sql } from 'drizzle-orm'
import type { WrittenPost } from '#shared/features/articles/articles/rules.ts'
import type { WordChoices } from '#shared/features/articles/revisions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { articlePosts } from '../../../db/schema/article-work.ts'

export type PostRecord = typeof articlePosts.$inferSelect

/** Reads the record of an article's post and locks it until the transaction ends. */
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

/** The state and address of a post. */
type StandingPost = Pick<PostRecord, 'articleId' | 'postId' | 'state' | 'url' | 'since'> & {
  movedFrom?: string | null
}

/** Saves the current state of an article's post; the record of the written text stays. */
export async function savePost(db: Db, post: StandingPost): Promise<void> {
  const { articleId: target } = articlePosts
  const set = { movedFrom: null, ...post }
  await db.insert(articlePosts).values(set).onConflictDoUpdate({ target, set })
}

/** Adds a record of an article's post if there is none. */
export async function addPost(db: Db, post: StandingPost): Promise<void> {
  await db.insert(articlePosts).values(post).onConflictDoNothing()
}

/** Adds the written text, or only its fields, to a record that lacks them; the choices stay. */
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

/** Saves the written text and clears the choices, which that write has applied. */
export async function storeWritten(db: Db, articleId: number, written: WrittenPost): Promise<void> {
  await db.update(articlePosts).set({ written, choices: null }).where(eq(articlePosts.articleId, articleId))
}

export async function storeChoices(db: Db, articleId: number, choices: WordChoices): Promise<void> {
  await db.update(articlePosts).set({ choices }).where(eq(articlePosts.articleId, articleId))
}

/** Stored results of refreshing offers. */
type StoredOffers = Partial<
  Pick<PostRecord, 'offersAt' | 'offersTriedAt' | 'removedPictures' | 'showsPrices'>
>

/** Stores the time of a post's prices and pictures, or of the last try. */
export async function storeOffers(
  db: Db,
  articleIds: readonly number[],
  values: StoredOffers,
): Promise<void> {
  await db
    .update(articlePosts)
    .set(values)
    .where(inArray(articlePosts.articleId, [...articleIds]))
}
