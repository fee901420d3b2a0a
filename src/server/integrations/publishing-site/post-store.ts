import { and, asc, eq, gt, inArray, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { sitePosts } from '../../db/schema/posts.ts'

export type StoredPost = typeof sitePosts.$inferSelect
export type NewPost = typeof sitePosts.$inferInsert

export async function findPost(db: Db, siteId: number, id: number): Promise<StoredPost | undefined> {
  const [post] = await db
    .select()
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id)))
  return post
}

/** Returns the post, locked until the transaction ends. */
export async function lockPost(db: Db, siteId: number, id: number): Promise<StoredPost | undefined> {
  const [post] = await db
    .select()
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id)))
    .for('update')
  return post
}

export async function findPostBySlug(db: Db, siteId: number, slug: string): Promise<StoredPost | undefined> {
  const [post] = await db
    .select()
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.slug, slug)))
  return post
}

/** Inserts the post unless its key exists; returns the id of the existing or new post. */
export async function insertPostOnce(db: Db, values: NewPost & { key: string }): Promise<number> {
  const [created] = await db
    .insert(sitePosts)
    .values(values)
    .onConflictDoNothing({ target: [sitePosts.siteId, sitePosts.key] })
    .returning({ id: sitePosts.id })
  if (created) return created.id
  const [known] = await db
    .select({ id: sitePosts.id })
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, values.siteId), eq(sitePosts.key, values.key)))
  if (!known) throw new Error('The post was neither inserted nor there.')
  return known.id
}

export async function updatePost(db: Db, id: number, values: Partial<NewPost>): Promise<void> {
  await db.update(sitePosts).set(values).where(eq(sitePosts.id, id))
}

/** Sets or clears a post's focus keyword. False if the post does not exist. */
export async function writeKeyword(
  db: Db,
  { siteId, id, keyword, now }: { siteId: number; id: number; keyword: string | null; now: Date },
): Promise<boolean> {
  const rows = await db
    .update(sitePosts)
    .set({ focusKeyword: keyword, modifiedAt: now })
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id)))
    .returning({ id: sitePosts.id })
  return rows.length > 0
}

/** Publishes a post; a published one stays as it is. False if it does not exist. */
export async function publishPost(
  db: Db,
  { siteId, id, now }: { siteId: number; id: number; now: Date },
): Promise<boolean> {
  const publishedAt = sql`coalesce(${sitePosts.publishedAt}, ${now})`
  const rows = await db
    .update(sitePosts)
    .set({ status: 'publish', publishedAt, modifiedAt: now })
    .where(and(eq(sitePosts.siteId, siteId), eq(sitePosts.id, id)))
    .returning({ id: sitePosts.id })
  return rows.length > 0
}

/** What each of these posts is; one that is not there is left out. */
export async function listStatuses(
  db: Db,
  siteId: number,
  ids: readonly number[],
): Promise<Map<number, StoredPost['status']>> {
  const rows = await db
    .select({ id: sitePosts.id, status: sitePosts.status })
    .from(sitePosts)
    .where(and(eq(sitePosts.siteId, siteId), inArray(sitePosts.id, [...ids])))
  return new Map(rows.map(({ id, status }) => [id, status]))
}

const isPublished = (siteId: number) => and(eq(sitePosts.siteId, siteId), eq(sitePosts.status, 'publish'))

/** Ids of published posts from a given one on, and their total number. */
export async function listPublished(
  db: Db,
  siteId: number,
  { modifiedAfter, offset, most }: { modifiedAfter: Date | null; offset: number; most: number },
): Promise<{ ids: number[]; total: number }> {
  const later = modifiedAfter === null ? undefined : gt(sitePosts.modifiedAt, modifiedAfter)
  const where = and(isPublished(siteId), later)
  const rows = await db
    .select({ id: sitePosts.id })
    .from(sitePosts)
    .where(where)
    .orderBy(asc(sitePosts.id))
    .limit(most)
    .offset(offset)
  return { ids: rows.map(({ id }) => id), total: await db.$count(sitePosts, where) }
}

export async function findPublished(db: Db, siteId: number, ids: readonly number[]): Promise<StoredPost[]> {
  return db
    .select()
    .from(sitePosts)
    .where(and(isPublished(siteId), inArray(sitePosts.id, [...ids])))
    .orderBy(asc(sitePosts.id))
}
