import { and, asc, eq, gt, isNotNull, isNull, lt, ne, sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import { articleMirrors } from '../../db/schema/article-work.ts'
import { articles } from '../../db/schema/articles.ts'
import { sites } from '../../db/schema/sites.ts'

export type MirrorTarget = 'task' | 'post'
export type MirrorRecord = typeof articleMirrors.$inferSelect

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

/** Notes which version of the article the copy shows now; it stays waiting where that is not the newest. */
export async function markDone(
  db: Db,
  articleId: number,
  target: MirrorTarget,
  { version, now }: { version: number; now: Date },
): Promise<void> {
  const isNewest = sql`(select ${articles.version} from ${articles} where ${articles.id} = ${articleId}) = ${version}`
  await db
    .update(articleMirrors)
    .set({
      state: sql`case when ${isNewest} then 'done' else 'waiting' end`,
      version,
      attempts: 0,
      error: null,
      updatedAt: now,
    })
    .where(and(eq(articleMirrors.articleId, articleId), eq(articleMirrors.target, target)))
}

/** Notes that a try failed, and why. */
export async function markFailed(
  db: Db,
  articleId: number,
  target: MirrorTarget,
  { error, isFinal, now }: { error: string; isFinal: boolean; now: Date },
): Promise<void> {
  await db
    .update(articleMirrors)
    .set({
      state: isFinal ? 'failed' : 'waiting',
      attempts: sql`${articleMirrors.attempts} + 1`,
      error,
      updatedAt: now,
    })
    .where(and(eq(articleMirrors.articleId, articleId), eq(articleMirrors.target, target)))
}

export async function findMirror(
  db: Db,
  articleId: number,
  target: MirrorTarget,
): Promise<MirrorRecord | undefined> {
  const [mirror] = await db
    .select()
    .from(articleMirrors)
    .where(and(eq(articleMirrors.articleId, articleId), eq(articleMirrors.target, target)))
  return mirror
}

/** Keeps what the outside systems call the copies. Not a save: the version stays. */
export async function updateMirrorFields(
  db: Db,
  articleId: number,
  values: { taskUrl?: string; taskGid?: string; taskSection?: string | null; postId?: number },
): Promise<void> {
  await db.update(articles).set(values).where(eq(articles.id, articleId))
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

export async function hasPost(db: Db, articleId: number): Promise<boolean> {
  const [found] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(and(eq(articles.id, articleId), isNotNull(articles.postId)))
  return found !== undefined
}

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

const MOST_BEHIND = 1000

/** Articles whose copy has been behind since before a moment, the longest first. */
export async function listBehind(db: Db, target: MirrorTarget, before: Date): Promise<number[]> {
  const rows = await db
    .select({ articleId: articleMirrors.articleId })
    .from(articleMirrors)
    .where(
      and(
        eq(articleMirrors.target, target),
        ne(articleMirrors.state, 'done'),
        lt(articleMirrors.updatedAt, before),
      ),
    )
    .orderBy(articleMirrors.updatedAt)
    .limit(MOST_BEHIND)
  return rows.map(({ articleId }) => articleId)
}
