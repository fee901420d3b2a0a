import { and, eq, isNull, lt, lte, ne, or, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleMirrors } from '../../../db/schema/article-work.ts'
import { articles } from '../../../db/schema/articles.ts'

export type MirrorTarget = 'task' | 'post'
export type MirrorRecord = typeof articleMirrors.$inferSelect

const { leasedUntil } = articleMirrors
const isMirror = (articleId: number, target: MirrorTarget) =>
  and(eq(articleMirrors.articleId, articleId), eq(articleMirrors.target, target))

/** Marks a copy as outdated. Its last known content stays recorded. */
export async function markWaiting(db: Db, articleId: number, target: MirrorTarget, now: Date): Promise<void> {
  await db
    .insert(articleMirrors)
    .values({ articleId, target, state: 'waiting', updatedAt: now })
    .onConflictDoUpdate({
      target: [articleMirrors.articleId, articleMirrors.target],
      set: { state: 'waiting', attempts: 0, error: null, updatedAt: now },
    })
}

/** A worker's lease on a copy. The time is its token: a later worker writes a later one. */
export interface Lease {
  articleId: number
  target: MirrorTarget
  until: Date
}

const isHeld = ({ articleId, target, until }: Lease) =>
  and(isMirror(articleId, target), eq(leasedUntil, until))

/**
 * Leases the copy to one worker. Undefined if another worker has it, or if there is nothing to copy: two
 * workers at once could create two copies.
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

/** Extends the lease; false if another worker has taken it. */
export async function extendLease(db: Db, lease: Lease, until: Date): Promise<boolean> {
  const renewed = await db
    .update(articleMirrors)
    .set({ leasedUntil: until })
    .where(isHeld(lease))
    .returning({ articleId: articleMirrors.articleId })
  return renewed.length > 0
}

/** State of an article as shown by its copy. */
export interface Shown {
  version: number
  status: string
  returnId: number | null
}

/**
 * Records the copied version and ends the lease. The copy stays waiting if that is not the newest version.
 * Does nothing if another worker has taken the lease.
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

/** Ends a lease without recording anything. */
export async function releaseLease(db: Db, lease: Lease): Promise<void> {
  await db.update(articleMirrors).set({ leasedUntil: null }).where(isHeld(lease))
}

/** Records a failed try with its reason and ends the lease. Does nothing if another worker has taken it. */
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

/** Stores the copies' ids in the outside systems. This is not a save, so the version stays. */
export async function updateMirrorFields(
  db: Db,
  articleId: number,
  values: { taskUrl?: string | null; taskGid?: string | null; taskSection?: string | null; postId?: number },
): Promise<void> {
  await db.update(articles).set(values).where(eq(articles.id, articleId))
}

/** Stores the section that we moved the article's task to, unless it has another task by now. */
export async function storeSection(db: Db, articleId: number, gid: string, section: string): Promise<void> {
  await db
    .update(articles)
    .set({ taskSection: section })
    .where(and(eq(articles.id, articleId), eq(articles.taskGid, gid)))
}

/** Stores the post created from an article, once; returns whether this call stored it. */
export async function storePostId(db: Db, articleId: number, postId: number): Promise<boolean> {
  const kept = await db
    .update(articles)
    .set({ postId })
    .where(and(eq(articles.id, articleId), isNull(articles.postId)))
    .returning({ id: articles.id })
  return kept.length > 0
}

/** Unlinks a post; the next copy creates a new one. */
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

/** Records a copy that is older than its article as up to date in its current place. */
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

/** Prevents other transactions from adopting this task until this one ends. */
export async function lockTask(db: Db, gid: string): Promise<void> {
  await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`task ${gid}`}, 0))`)
}

export const MOST_MIRRORS_AT_ONCE = 5000

/** Copies outdated since before `before`, the longest first, including those that failed permanently. */
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

/** Records that a copy is retried. The last failure stays readable. */
export async function touchMirror(db: Db, articleId: number, target: MirrorTarget, now: Date): Promise<void> {
  await db.update(articleMirrors).set({ updatedAt: now }).where(isMirror(articleId, target))
}
