import { and, count, eq, gt, inArray, isNull, not, sql } from 'drizzle-orm'
import type { AlertAbout, NoticeKind } from '#shared/features/ground/notices/rules.ts'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import type { Db } from '../../../db/connect.ts'
import { notices } from '../../../db/schema/notices.ts'
import { personOf } from './queries.ts'

export interface NewNotice {
  userId: number
  kind: NoticeKind
  /** What it is about: an article, or a comment on a keyword. */
  articleId?: number
  keywordId?: number
  commentId?: number
  /** Null where an outside system did it. */
  actorId: number | null
  words?: string | null
  /** What an alert rule has named. */
  about?: AlertAbout
}

interface InsertedNotice extends NewNotice {
  createdAt: Date
  /** The user has switched such notices off: it is stored as read, and not listed. */
  isOff: boolean
}

/** The new notice's id; null for a service account, or if the user already has one about this comment. */
export async function insertNotice(
  db: Db,
  { userId, kind, articleId, keywordId, commentId, actorId, about, words, createdAt, isOff }: InsertedNotice,
): Promise<number | null> {
  const moment = sql`${sql.param(createdAt, notices.createdAt)}::timestamptz`
  const { rows } = await db.execute<{ notice_id: number }>(sql`
    insert into notices
      (user_id, kind, article_id, keyword_id, comment_id, actor_id, about, words, created_at, is_off, read_at)
    select ${userId}::int, ${kind}::text, ${articleId ?? null}::int, ${keywordId ?? null}::int,
      ${commentId ?? null}::int, ${actorId}::int, ${about ? JSON.stringify(about) : null}::jsonb,
      ${words ?? null}::text, ${moment}, ${isOff}::boolean, ${isOff ? moment : sql`null::timestamptz`}
    from ${personOf(userId)}
    on conflict do nothing returning notice_id`)
  return rows[0]?.notice_id ?? null
}

/** Whether a person has not yet read a notice that says the same. */
export async function isUnread(db: Db, notice: Pick<NewNotice, 'userId' | 'kind'> & { words: string }) {
  const { userId, kind, words } = notice
  const same = and(eq(notices.userId, userId), eq(notices.kind, kind), eq(notices.words, words))
  return (await db.$count(notices, and(same, isNull(notices.readAt)))) > 0
}

/** Requests for access are made one at a time. */
export const lockRequests = (tx: Db) =>
  tx.execute(sql`select pg_advisory_xact_lock(${ADVISORY_LOCKS.askAccess})`)

/** Whether a person has sent a notice that says the same since then. */
export async function isSentSince(
  db: Db,
  { actorId, kind, words }: Pick<NewNotice, 'kind' | 'actorId'> & { actorId: number; words: string },
  since: Date,
): Promise<boolean> {
  const same = and(eq(notices.actorId, actorId), eq(notices.kind, kind), eq(notices.words, words))
  return (await db.$count(notices, and(same, gt(notices.createdAt, since)))) > 0
}

export async function countNotices(db: Db, userId: number): Promise<number> {
  const [total] = await db
    .select({ count: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), not(notices.isOff)))
  return total?.count ?? 0
}

export async function countUnread(db: Db, userId: number): Promise<number> {
  const [total] = await db
    .select({ count: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt)))
  return total?.count ?? 0
}

export async function markRead(db: Db, userId: number, ids: number[] | 'all', now: Date): Promise<void> {
  const named = ids === 'all' ? undefined : inArray(notices.id, ids)
  await db
    .update(notices)
    .set({ readAt: now })
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), named))
}

export async function markMailed(db: Db, ids: readonly number[], now: Date): Promise<void> {
  await db
    .update(notices)
    .set({ mailedAt: now })
    .where(inArray(notices.id, [...ids]))
}
