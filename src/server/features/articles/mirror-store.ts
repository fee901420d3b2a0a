import { and, eq, isNull, lte, or, sql } from 'drizzle-orm'
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

/**
 * Takes the copy for one worker until `until`. Undefined where another one has it, or where there is nothing to copy:
 * two at once could make two copies.
 */
export async function leaseMirror(
  db: Db,
  articleId: number,
  target: MirrorTarget,
  { now, until }: { now: Date; until: Date },
): Promise<MirrorRecord | undefined> {
  const [mirror] = await db
    .update(articleMirrors)
    .set({ leasedUntil: until })
    .where(and(isMirror(articleId, target), or(isNull(leasedUntil), lte(leasedUntil, now))))
    .returning()
  return mirror
}

/** What a copy shows of its article. */
export interface Shown {
  version: number
  status: string
  returnId: number | null
}

/** Notes which version of the article the copy shows now; it stays waiting where that is not the newest. */
export async function markDone(
  db: Db,
  articleId: number,
  target: MirrorTarget,
  { version, status, returnId, now }: Shown & { now: Date },
): Promise<void> {
  const isNewest = sql`(select ${articles.version} from ${articles} where ${articles.id} = ${articleId}) = ${version}`
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
    .where(isMirror(articleId, target))
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
      leasedUntil: null,
      updatedAt: now,
    })
    .where(isMirror(articleId, target))
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
