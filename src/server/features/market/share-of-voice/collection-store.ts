import { and, count, eq, ne, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { collectionItems } from '../../../db/schema/share-of-voice.ts'
import { removeRows } from '../../../kernel/retention/removal-store.ts'

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

/** Lets up to `most` tracked keywords after `after` wait; returns the last one's id, or null if there is none. */
export async function addItems(
  tx: Db,
  { day, now, after, most }: { day: string; now: Date; after: number; most: number },
): Promise<number | null> {
  const { rows } = await tx.execute<{ last: number | null }>(sql`
    with slice as (
      select keyword_id from keywords where is_tracked and keyword_id > ${after}::int
      order by keyword_id limit ${most}::int
    ), added as (
      insert into collection_items (day, keyword_id, state, due_at)
      select ${day}::date, keyword_id, 'waiting', ${now.toISOString()}::timestamptz from slice
      on conflict do nothing
    )
    select max(keyword_id) as last from slice`)
  return rows[0]?.last ?? null
}

/** Deletes the items of days other than `day`, some at a time. */
export const removeOtherDays = (db: Db, day: string) =>
  removeRows(db, collectionItems.day, ne(collectionItems.day, day))

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
