import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { collectionItems } from '../../../db/schema/share-of-voice.ts'

export interface CollectionItem {
  keywordId: number
  keyword: string
  attempts: number
}

export interface Progress {
  waiting: number
  done: number
  failed: number
  /** Earliest time of the next look-up; null if none is waiting. */
  nextAt: Date | null
}

/**
 * Begins a day unless it has already begun: every tracked keyword waits, and items of other days are deleted.
 */
export async function beginDay(tx: Db, day: string, now: Date): Promise<void> {
  const [begun] = await tx
    .select({ day: collectionItems.day })
    .from(collectionItems)
    .where(eq(collectionItems.day, day))
    .limit(1)
  if (begun !== undefined) return
  await tx.delete(collectionItems).where(ne(collectionItems.day, day))
  await tx.execute(sql`
    insert into collection_items (day, keyword_id, state, due_at)
    select ${day}::date, keyword_id, 'waiting', ${now.toISOString()}::timestamptz from keywords where is_tracked
    order by keyword_id`)
}

/** Whether any keyword of a day is still to be looked up. */
export async function isAnyWaiting(tx: Db, day: string): Promise<boolean> {
  const [waiting] = await tx
    .select({ day: collectionItems.day })
    .from(collectionItems)
    .where(and(eq(collectionItems.day, day), eq(collectionItems.state, 'waiting')))
    .limit(1)
  return waiting !== undefined
}

/** Keywords of a day that wait and may be looked up now, those that were never tried first. */
export async function listDue(
  db: Db,
  { day, now, most }: { day: string; now: Date; most: number },
): Promise<CollectionItem[]> {
  const { rows } = await db.execute<{ keyword_id: number; keyword: string; attempts: number }>(sql`
    select i.keyword_id, k.keyword, i.attempts
    from (select * from collection_items
      where day = ${day}::date and state = 'waiting' and due_at <= ${now.toISOString()}::timestamptz
      order by due_at, keyword_id limit ${most}::int) i
    join keywords k using (keyword_id) order by i.due_at, i.keyword_id`)
  return rows.map(({ keyword_id, keyword, attempts }) => ({ keywordId: keyword_id, keyword, attempts }))
}

export async function markDone(tx: Db, day: string, keywordIds: readonly number[]): Promise<void> {
  await tx.execute(sql`
    update collection_items set state = 'done', error = null
    where day = ${day}::date and keyword_id = any(${sql.param([...keywordIds])}::int[])`)
}

/** Records a failed try. The next one is at `dueAt`, or never if null. */
export async function markFailed(
  db: Db,
  day: string,
  { keywordId, error, dueAt }: { keywordId: number; error: string; dueAt: Date | null },
): Promise<void> {
  await db
    .update(collectionItems)
    .set({
      attempts: sql`${collectionItems.attempts} + 1`,
      error,
      ...(dueAt === null ? { state: 'failed' as const } : { dueAt }),
    })
    .where(and(eq(collectionItems.day, day), eq(collectionItems.keywordId, keywordId)))
}

export async function readProgress(db: Db, day: string): Promise<Progress> {
  const rows = await db
    .select({
      state: collectionItems.state,
      count: count(),
      nextAt: sql<Date>`min(${collectionItems.dueAt})`.mapWith(collectionItems.dueAt),
    })
    .from(collectionItems)
    .where(eq(collectionItems.day, day))
    .groupBy(collectionItems.state)
  const of = (state: string) => rows.find((row) => row.state === state)
  return {
    waiting: of('waiting')?.count ?? 0,
    done: of('done')?.count ?? 0,
    failed: of('failed')?.count ?? 0,
    nextAt: of('waiting')?.nextAt ?? null,
  }
}
