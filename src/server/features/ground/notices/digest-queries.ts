import { and, asc, count, eq, gt, inArray, isNull, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { NoticeKind } from '#shared/features/ground/notices/rules.ts'
import type { LocalTime } from '#shared/format/local-time.ts'
import type { Db } from '../../../db/connect.ts'
import { articles } from '../../../db/schema/articles.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { noticeChoices, noticePreferences, notices } from '../../../db/schema/notices.ts'
import { users } from '../../../db/schema/users.ts'

const actors = alias(users, 'actors')

const isReachable = and(users.active, eq(users.kind, 'person'))
const hasDigest = sql`exists (select from ${noticeChoices}
  where ${noticeChoices.userId} = ${users.id} and ${noticeChoices.way} = 'digest')`

/** People with a digest whose hour has come today and who did not get it yet. */
export async function listDue(db: Db, { day, hour, weekday }: LocalTime): Promise<number[]> {
  const rows = await db
    .select({ id: users.id })
    .from(noticePreferences)
    .innerJoin(users, eq(users.id, noticePreferences.userId))
    .where(
      and(
        isReachable,
        hasDigest,
        sql`${noticePreferences.digestHour} <= ${hour}`,
        sql`${weekday} = any(${noticePreferences.digestDays})`,
        sql`${noticePreferences.digestedOn} is distinct from ${day}::date`,
      ),
    )
    .orderBy(asc(users.id))
  return rows.map(({ id }) => id)
}

export async function countReaders(db: Db): Promise<number> {
  const [row] = await db.select({ count: count() }).from(users).where(and(isReachable, hasDigest))
  return row?.count ?? 0
}

const withSubject = (db: Db) =>
  db
    .select({ notice: notices, actor: actors, article: articles, keyword: keywords })
    .from(notices)
    .leftJoin(actors, eq(actors.id, notices.actorId))
    .leftJoin(articles, eq(articles.id, notices.articleId))
    .leftJoin(keywords, eq(keywords.id, notices.keywordId))

interface UnmailedQuery {
  kinds: readonly NoticeKind[]
  since: Date
}

/** The unread notices of these kinds that were not mailed. */
export async function listUnmailed(db: Db, userId: number, { kinds, since }: UnmailedQuery) {
  if (kinds.length === 0) return []
  return withSubject(db)
    .where(
      and(
        eq(notices.userId, userId),
        isNull(notices.readAt),
        isNull(notices.mailedAt),
        inArray(notices.kind, [...kinds]),
        gt(notices.createdAt, since),
      ),
    )
    .orderBy(asc(notices.id))
}
export type FoundNotice = Awaited<ReturnType<typeof listUnmailed>>[number]

/** Those of these notices that the user has not read in the meantime. */
export async function listUnread(db: Db, userId: number, ids: readonly number[]): Promise<FoundNotice[]> {
  if (ids.length === 0) return []
  return withSubject(db)
    .where(and(eq(notices.userId, userId), isNull(notices.readAt), inArray(notices.id, [...ids])))
    .orderBy(asc(notices.id))
}

/** How many notices of each kind a user got since then, also of those that are off. */
export async function countByKind(db: Db, userId: number, since: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .select({ kind: notices.kind, count: count() })
    .from(notices)
    .where(and(eq(notices.userId, userId), gt(notices.createdAt, since)))
    .groupBy(notices.kind)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** A person who is not locked. */
export async function findReader(db: Db, userId: number) {
  const [person] = await db
    .select()
    .from(users)
    .where(and(isReachable, eq(users.id, userId)))
  return person
}
export type Reader = NonNullable<Awaited<ReturnType<typeof findReader>>>
