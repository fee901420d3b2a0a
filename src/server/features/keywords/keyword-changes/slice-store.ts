import { type SQL, sql } from 'drizzle-orm'
import { MANY_ROWS, SETTLE_KEYWORDS } from '../../../db/bulk-transaction.ts'
import type { Db } from '../../../db/connect.ts'

/** What an action comes down to: tracking on or off, or numbers that come into a list and numbers that leave it. */
export type Effect =
  | { kind: 'tracked'; isTracked: boolean }
  | {
      kind: 'tag' | 'site'
      add: readonly number[]
      remove: readonly number[]
      /** An unknown tag is added, so every keyword changes. */
      hasNew: boolean
    }
type ListEffect = Exclude<Effect, { kind: 'tracked' }>

/**
 * Keywords per slice of a large change. Each one is a new row in every index of its table, which takes a
 * second or two per slice.
 */
export const SLICE = 10_000

export const integers = (values: readonly number[]) => sql`${sql.param([...values])}::integer[]`
export const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`
const COLUMNS = { tag: sql.raw('tag_ids'), site: sql.raw('site_ids') }

/** A part of a change, counted from 0. */
export interface ChangeSlice {
  changeId: number
  number: number
  /** Total number of slices. */
  of: number
}

/** The keywords of a slice that is to be made. */
function frozen({ changeId, number, of }: ChangeSlice): SQL {
  const part = of === 1 ? sql`` : sql`[${number * SLICE + 1}::int:${(number + 1) * SLICE}::int]`
  return sql`(select unnest(c.keyword_ids${part}) from keyword_changes c where c.change_id = ${changeId})`
}

/** Whether the effect makes a row of `keywords` different. */
export function differs(effect: Effect): SQL {
  if (effect.kind === 'tracked') return sql`keywords.is_tracked <> ${effect.isTracked}`
  const { kind, add, remove, hasNew } = effect
  if (hasNew) return sql`true`
  const list = sql`keywords.${COLUMNS[kind]}`
  return sql`(not ${list} @> ${integers(add)} or ${list} && ${integers(remove)})`
}

/** Always in the same order, so that concurrent changes do not deadlock. */
export async function lockKeywords(db: Db, ids: SQL, strength = sql`no key update`): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from keywords where keyword_id in ${ids} order by keyword_id for ${strength}) locked`)
  return rows[0]?.count ?? 0
}

/** Updates indexes and statistics (`SETTLE_KEYWORDS`) after many rows were written. */
export async function settle(db: Db, written: number): Promise<void> {
  if (written < MANY_ROWS) return
  for (const step of SETTLE_KEYWORDS) await db.execute(sql.raw(step))
}

const applyTracking = (slice: ChangeSlice, effect: Effect & { kind: 'tracked' }, now: Date) => sql`
  with before as (
    select keyword_id, tracked_since from keywords where keyword_id in ${frozen(slice)} and ${differs(effect)}
  ), changed as (
    update keywords k set is_tracked = ${effect.isTracked}, tracked_since = ${effect.isTracked ? moment(now) : null}
    from before b where k.keyword_id = b.keyword_id
    returning k.keyword_id, b.tracked_since
  )
  insert into keyword_change_parts (change_id, slice, value_id, kind, is_added, keyword_ids, tracked_since)
  select ${slice.changeId}::integer, ${slice.number}::integer, 0, 'tracked', ${effect.isTracked}::boolean, array_agg(keyword_id order by keyword_id),
    case when not ${effect.isTracked}::boolean then array_agg(tracked_since order by keyword_id) end
  from changed having count(*) > 0`

const applyList = (slice: ChangeSlice, effect: ListEffect) => sql`
  with before as (
    select keyword_id, ${COLUMNS[effect.kind]} as list from keywords
    where keyword_id in ${frozen(slice)} and ${differs(effect)}
  ), changed as (
    update keywords k set ${COLUMNS[effect.kind]} = array(
      select v from unnest(b.list || ${integers(effect.add)}) v where v <> all(${integers(effect.remove)}) group by v order by v)
    from before b where k.keyword_id = b.keyword_id
    returning k.keyword_id, b.list
  ), wanted as (
    select unnest(${integers(effect.add)}) as value_id, true as is_added
    union all select unnest(${integers(effect.remove)}), false
  )
  insert into keyword_change_parts (change_id, slice, value_id, kind, is_added, keyword_ids)
  select ${slice.changeId}::integer, ${slice.number}::integer, v.value_id, ${effect.kind}::text, v.is_added, array_agg(c.keyword_id order by c.keyword_id)
  from changed c join wanted v on v.is_added <> (v.value_id = any(c.list))
  group by v.value_id, v.is_added`

/** Applies the change to the keywords of a slice that it still changes, and records what it did to each. */
export async function applySlice(db: Db, slice: ChangeSlice, effect: Effect, now: Date): Promise<void> {
  const locked = await lockKeywords(db, frozen(slice))
  await db.execute(effect.kind === 'tracked' ? applyTracking(slice, effect, now) : applyList(slice, effect))
  await settle(db, locked)
}

/** Records the keywords added by an upload, in as many slices as their undo will have. */
export async function recordAdded(
  db: Db,
  { changeId, slices }: { changeId: number; slices: number },
  keywordIds: SQL,
): Promise<void> {
  const slice = slices === 1 ? sql`0` : sql`(row_number() over (order by keyword_id) - 1) / ${SLICE}::int`
  await db.execute(sql`
    insert into keyword_change_parts (change_id, slice, value_id, kind, is_added, keyword_ids)
    select ${changeId}::integer, slice, 0, 'keyword', true, array_agg(keyword_id order by keyword_id)
    from (select keyword_id, ${slice} as slice from (${keywordIds}) a) s group by slice`)
}
