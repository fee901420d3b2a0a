import { and, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articleMirrors } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'

export type MirrorTarget = 'task' | 'post'
export type MirrorRecord = typeof articleMirrors.$inferSelect

const { leasedUntil } = articleMirrors
const isMirror = (articleId: number, target: MirrorTarget) =>
  and(eq(articleMirrors.articleId, articleId), eq(articleMirrors.target, target))

/** Notes that the copy is behind the article. What it showed last stays known. */
export async function markWaiting(db: Db, articleId: number, target: MirrorTarget, now: Date): Promise<void> {
  await db
    .insert(articleMirrors)
    .values({ articleId, target, state: 'waiting', updatedAt: now })
    .onConflictDoUpdate({
      target: [articleMirrors.articleId, articleMirrors.target],
      set: { state: 'waiting', attempts: 0, error: null, updatedAt: now },
    })
}

/** A worker's hold on a copy. The moment is its token: whoever takes the copy after it writes a later one. */
export interface Lease {
  articleId: number
  target: MirrorTarget
  until: Date
}

const isHeld = ({ articleId, target, until }: Lease) =>
  and(isMirror(articleId, target), eq(leasedUntil, until))

/**
 * Takes the copy for one worker. Undefined where another one has it, or where there is nothing to copy: two at once
 * could make two copies.
 */
export async function leaseMirror(
  db: Db,
  { articleId, target, until }: Lease,
  now: Date,
): Promise<MirrorRecord | undefined> {
  const [mirror] = await db
    .update(articleMirrors)
    .set({ leasedUntil: until })
    .where(and(isMirror(articleId, target), or(isNull(leasedUntil), lte(leasedUntil, now))))
    .returning()
  return mirror
}

/** Holds the copy for longer; false where another worker has taken it. */
export async function renewLease(db: Db, lease: Lease, until: Date): Promise<boolean> {
  const renewed = await db
    .update(articleMirrors)
    .set({ leasedUntil: until })
    .where(isHeld(lease))
    .returning({ articleId: articleMirrors.articleId })
  return renewed.length > 0
}

/** What a copy shows of its article. */
export interface Shown {
  version: number
  status: string
  returnId: number | null
}

/**
 * Notes which version of the article the copy shows now, and gives the copy back; it stays waiting where that is not
 * the newest version. Where another worker has taken the copy, nothing changes.
 */
export async function markDone(
  db: Db,
  lease: Lease,
  { version, status, returnId, now }: Shown & { now: Date },
): Promise<void> {
  const isNewest = sql`(select ${articles.version} from ${articles} where ${articles.id} = ${lease.articleId}) = ${version}`
  await db
    .update(articleMirrors)
    .set({
      state: sql`case when ${isNewest} then 'done' else 'waiting' end`,
      version,
      status,
      returnId,
      attempts: 0,
      error: null,
      leasedUntil: null,
      updatedAt: now,
    })
    .where(isHeld(lease))
}

/** Gives a copy back of which nothing is noted. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await db.update(articleMirrors).set({ leasedUntil: null }).where(isHeld(lease))
}

/** Notes that a try failed, and why, and gives the copy back. Where another worker has taken it, nothing changes. */
export async function markFailed(
  db: Db,
  lease: Lease,
  { error, isFinal, now }: { error: string; isFinal: boolean; now: Date },
): Promise<void> {
  await db
    .update(articleMirrors)
    .set({
      state: isFinal ? 'failed' : 'waiting',
      attempts: sql`${articleMirrors.attempts} + 1`,
      error,
      leasedUntil: null,
      updatedAt: now,
    })
    .where(isHeld(lease))
}

export async function findMirror(
  db: Db,
  articleId: number,
  target: MirrorTarget,
): Promise<MirrorRecord | undefined> {
  const [mirror] = await db.select().from(articleMirrors).where(isMirror(articleId, target))
  return mirror
}

/** Keeps what the outside systems call the copies. Not a save: the version stays. */
export async function updateMirrorFields(
  db: Db,
  articleId: number,
  values: { taskUrl?: string | null; taskGid?: string | null; taskSection?: string | null; postId?: number },
): Promise<void> {
  await db.update(articles).set(values).where(eq(articles.id, articleId))
}

/** Keeps into which section we have put the article's task, unless that is another task by now. */
export async function keepSection(db: Db, articleId: number, gid: string, section: string): Promise<void> {
  await db
    .update(articles)
    .set({ taskSection: section })
    .where(and(eq(articles.id, articleId), eq(articles.taskGid, gid)))
}

/** Keeps which post was made from an article, once; answers whether this was the time. */
export async function keepPostId(db: Db, articleId: number, postId: number): Promise<boolean> {
  const kept = await db
    .update(articles)
    .set({ postId })
    .where(and(eq(articles.id, articleId), isNull(articles.postId)))
    .returning({ id: articles.id })
  return kept.length > 0
}

/** The post is none any more; the next copy makes one. */
export async function forgetPost(db: Db, articleId: number): Promise<void> {
  await db.update(articles).set({ postId: null }).where(eq(articles.id, articleId))
}

export async function findPostId(db: Db, articleId: number): Promise<number | null> {
  const [article] = await db
    .select({ postId: articles.postId })
    .from(articles)
    .where(eq(articles.id, articleId))
  return article?.postId ?? null
}

/** Notes that a copy was there before its article: what stands where it stands is as the article says. */
export async function adoptMirror(
  db: Db,
  articleId: number,
  target: MirrorTarget,
  { status, now }: { status: string; now: Date },
): Promise<void> {
  await db.insert(articleMirrors).values({ articleId, target, state: 'waiting', status, updatedAt: now })
}

/** The article that this task belongs to. */
export async function findArticleOfTask(db: Db, gid: string): Promise<number | undefined> {
  const [found] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(eq(articles.taskGid, gid))
    .orderBy(articles.id)
    .limit(1)
  return found?.id
}

/** Keeps everybody else from taking this task over until the transaction ends. */
export async function lockTask(db: Db, gid: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task ${gid}`}, 0))`)
}

export const MOST_MIRRORS_AT_ONCE = 5000

/** Copies that have been behind since before `before`, the longest first; those that failed for good count too. */
export async function listBehind(
  db: Db,
  before: Date,
): Promise<{ articleId: number; target: MirrorTarget }[]> {
  return db
    .select({ articleId: articleMirrors.articleId, target: articleMirrors.target })
    .from(articleMirrors)
    .where(and(ne(articleMirrors.state, 'done'), lt(articleMirrors.updatedAt, before)))
    .orderBy(articleMirrors.updatedAt)
    .limit(MOST_MIRRORS_AT_ONCE)
}

/** Notes that a copy is tried anew; why it failed before stays to be read. */
export async function touchMirror(db: Db, articleId: number, target: MirrorTarget, now: Date): Promise<void> {
  await db.update(articleMirrors).set({ updatedAt: now }).where(isMirror(articleId, target))
}
