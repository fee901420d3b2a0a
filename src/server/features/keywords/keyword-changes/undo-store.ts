import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { type ChangeSlice, lockKeywords, moment, settle } from './slice-store.ts'

interface Asked {
  /** Which rows `c` of `keyword_changes`. */
  changes: SQL
  /** Which rows `p` of their parts. */
  parts?: SQL
  timeZone: string
}

const last = sql`p.keyword_ids[cardinality(p.keyword_ids)]`

/**
 * Decides for each part of a change and each keyword whether it can be undone: `reason` is null if its effect
 * still holds and nothing depends on it. A later change that was itself undone does not count. Later changes
 * of the same tag, site or tracking are merged by sorting instead of joined, because the planner cannot
 * estimate their number of keywords.
 */
export const undoItems = ({ changes, parts = sql`true`, timeZone }: Asked) => sql`
  bounds as materialized (
    select p.kind, p.value_id, min(p.keyword_ids[1]) as lowest, max(${last}) as highest,
      min(c.applied_at) as since, array_agg(c.change_id) as change_ids
    from keyword_changes c join keyword_change_parts p using (change_id) where ${changes} and ${parts} group by 1, 2
  ), steps as (
    select p.change_id, p.kind, p.value_id, p.is_added, i.keyword_id, i.since, c.applied_at, c.user_id,
      (${changes}) and (${parts}) as is_asked, case when c.action = 'undo' then -1 else 1 end as step
    from bounds b join keyword_change_parts p using (kind, value_id) join keyword_changes c using (change_id),
      unnest(p.keyword_ids, p.tracked_since) i(keyword_id, since)
    where c.applied_at >= b.since and p.keyword_ids[1] <= b.highest and ${last} >= b.lowest
      and (c.undoes is null or c.undoes <> all(b.change_ids))
  ), followed as (
    select *, sum(step) over later as touches, array_agg(user_id) over later as later_users
    from steps
    window later as (partition by kind, value_id, keyword_id order by applied_at desc, change_id desc
      rows between unbounded preceding and 1 preceding)
  ), items as materialized (
    select m.change_id, m.kind, m.value_id, m.is_added, m.keyword_id, m.since,
      case when m.touches > 0 then m.later_users end as users, case
      when k.keyword_id is null then 'gone'
      when m.touches > 0 or not case m.kind
        when 'tag' then m.is_added = (m.value_id = any(k.tag_ids))
        when 'site' then m.is_added = (m.value_id = any(k.site_ids))
        when 'tracked' then m.is_added = k.is_tracked and (not m.is_added or k.tracked_since = m.applied_at)
        else k.version = 1 end then 'changed'
      when m.kind = 'tracked' and m.is_added and exists (
        select from stats s where s.keyword_id = m.keyword_id
          and s.day > (m.applied_at at time zone ${timeZone}::text)::date) then 'results'
      when m.kind = 'keyword' and (
        exists (select from stats s where s.keyword_id = m.keyword_id)
        or exists (select from article_keywords x where x.keyword_id = m.keyword_id)
        or exists (select from keyword_comments x where x.keyword_id = m.keyword_id)) then 'used'
      end as reason
    from followed m left join keywords k on k.keyword_id = m.keyword_id
    where m.is_asked
  )`

const list = (kind: 'tag' | 'site', isAdded: boolean) => sql`
  coalesce(array_agg(value_id) filter (where kind = ${kind} and is_added = ${isAdded}), '{}')`

/** A list of a keyword without what came and with what went. */
const former = (column: SQL, came: SQL, went: SQL) => sql`
  case when ${came} = '{}' and ${went} = '{}' then ${column} else array(
    select v from unnest(${column} || ${went}) v where v <> all(${came}) group by v order by v) end`

/** Restores keywords, and records what was restored. */
const putBack = (slice: ChangeSlice, undoId: number, { items, now }: { items: SQL; now: Date }) => sql`
  with ${items}, back as (
    select keyword_id, ${list('tag', true)} as tags_came, ${list('tag', false)} as tags_went,
      ${list('site', true)} as sites_came, ${list('site', false)} as sites_went,
      bool_or(kind = 'tracked' and is_added) as is_to_end, bool_or(kind = 'tracked' and not is_added) as is_to_begin,
      max(since) as since
    from items where reason is null group by keyword_id
  ), written as (
    update keywords k set
      tag_ids = ${former(sql`k.tag_ids`, sql`b.tags_came`, sql`b.tags_went`)},
      site_ids = ${former(sql`k.site_ids`, sql`b.sites_came`, sql`b.sites_went`)},
      is_tracked = case when b.is_to_begin then true when b.is_to_end then false else k.is_tracked end,
      tracked_since = case when b.is_to_begin then coalesce(b.since, ${moment(now)}) when b.is_to_end then null else k.tracked_since end
    from back b where k.keyword_id = b.keyword_id
  )
  insert into keyword_change_parts (change_id, slice, value_id, kind, is_added, keyword_ids)
  select ${undoId}::integer, ${slice.number}::integer, value_id, kind, not is_added, array_agg(keyword_id order by keyword_id)
  from items where reason is null group by kind, value_id, is_added`

/** Deletes keywords that a change has added, and records which. */
const takeOut = (slice: ChangeSlice, undoId: number, items: SQL) => sql`
  with ${items}, gone as (
    delete from keywords k using items i where i.reason is null and k.keyword_id = i.keyword_id returning k.keyword_id
  )
  insert into keyword_change_parts (change_id, slice, value_id, kind, is_added, keyword_ids)
  select ${undoId}::integer, ${slice.number}::integer, 0, 'keyword', false, array_agg(keyword_id order by keyword_id)
  from gone having count(*) > 0`

interface Undo {
  /** The change that the undo itself is. */
  undoId: number
  /** The change added keywords, so its undo deletes them. */
  isRemoval: boolean
  now: Date
  timeZone: string
}

/** Undoes a slice for each keyword where its effect still holds and nothing depends on it. */
export async function undoSlice(db: Db, slice: ChangeSlice, undo: Undo): Promise<void> {
  const { undoId, isRemoval, now, timeZone } = undo
  const { changeId, number } = slice
  const made = sql`(select unnest(p.keyword_ids) from keyword_change_parts p where p.change_id = ${changeId} and p.slice = ${number})`
  // A concurrent comment on a keyword to be deleted waits, and then finds it deleted.
  const locked = await lockKeywords(db, made, isRemoval ? sql`update` : undefined)
  const items = undoItems({
    changes: sql`c.change_id = ${changeId}`,
    parts: sql`p.slice = ${number}`,
    timeZone,
  })
  await db.execute(isRemoval ? takeOut(slice, undoId, items) : putBack(slice, undoId, { items, now }))
  await settle(db, locked)
}
