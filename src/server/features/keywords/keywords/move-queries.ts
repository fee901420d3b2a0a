import { and, desc, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { STANDING_EVENTS } from '#shared/features/articles/articles/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { articles } from '../../../db/schema/articles.ts'
import { collectionItems, keywordDays } from '../../../db/schema/share-of-voice.ts'
import { visits } from '../../../db/schema/users.ts'

/**
 * Which tracked keywords went to the other side since a day: those that it held on that day, or on the last one with data
 * before it, and holds no more. The first comparison says nothing new, but is what an index knows.
 */
export function isMoved(to: 'lost' | 'won', since: string): SQL {
  const { seen, won, lastDay, movedOn, lastIsWinning, isTracked } = keywordDays
  const back = sql`(${lastDay} - ${since}::date)`
  const first = sql`position(B'1' in ${seen} << ${back})`
  const heldThen = to === 'lost' ? sql`1` : sql`0`
  return sql`${isTracked} and ${movedOn} > ${since}::date and ${to === 'lost' ? sql`not ${lastIsWinning}` : lastIsWinning}
    and case when ${first} > 0 then get_bit(${won} << ${back}, ${first} - 1) = ${heldThen} else false end`
}

export interface Counts {
  held: number
  collected: number
  lost: number
  won: number
}

/** Of the tracked keywords, how many ours hold and how many have moved since a day. */
export async function countMoves(db: Db, since: string): Promise<Counts> {
  const { lastIsWinning, isTracked } = keywordDays
  const [row] = await db
    .select({
      held: sql<number>`(count(*) filter (where ${lastIsWinning}))::int`,
      collected: sql<number>`count(*)::int`,
      lost: sql<number>`(count(*) filter (where ${isMoved('lost', since)}))::int`,
      won: sql<number>`(count(*) filter (where ${isMoved('won', since)}))::int`,
    })
    .from(keywordDays)
    .where(eq(isTracked, true))
  return row ?? { held: 0, collected: 0, lost: 0, won: 0 }
}

/** A user's last visit before today; null if none is recorded. */
export async function findLastVisit(
  db: Db,
  { userId, today, timeZone }: { userId: number; today: string; timeZone: string },
): Promise<Date | null> {
  const [visit] = await db
    .select({ at: visits.lastAt })
    .from(visits)
    .where(and(eq(visits.userId, userId), lt(visits.createdAt, startOfDay(today, { timeZone }))))
    .orderBy(desc(visits.createdAt))
    .limit(1)
  return visit?.at ?? null
}

/** Progress of a day's collection; null if none is running. */
export async function readCollecting(db: Db, day: string): Promise<{ done: number; total: number } | null> {
  const { rows } = await db.execute<{ waiting: number; total: number }>(sql`
    select count(*) filter (where state = 'waiting')::int as waiting, count(*)::int as total
    from ${collectionItems} where day = ${day}::date`)
  const { waiting = 0, total = 0 } = rows[0] ?? {}
  return waiting === 0 ? null : { done: total - waiting, total }
}

/** Since when an article waits for the same user, as `waitOf` says it. */
const WAITS_SINCE = sql`coalesce((select max(e.created_at) from article_events e
  where e.article_id = ${articles.id} and e.action <> all (${sql.param(STANDING_EVENTS)}::text[])), ${articles.createdAt})`

/** The requested articles, all of them or a person's own, and their own that were returned. */
export async function countWaiting(db: Db, { userId, isOwnOnly }: { userId: number; isOwnOnly: boolean }) {
  const own = eq(articles.userId, userId)
  const [row] = await db
    .select({
      waiting: sql<number>`(count(*) filter (where ${articles.status} = 'requested'))::int`,
      since: sql<Date | null>`min(${WAITS_SINCE}) filter (where ${articles.status} = 'requested')`.mapWith(
        articles.createdAt,
      ),
      returned: sql<number>`(count(*) filter (where ${articles.status} = 'returned' and ${own}))::int`,
    })
    .from(articles)
    .where(and(inArray(articles.status, ['requested', 'returned']), isOwnOnly ? own : undefined))
  return row ?? { waiting: 0, since: null, returned: 0 }
}
