import { eq, type SQL, sql } from 'drizzle-orm'
import type {
  ChangeAction,
  ChangeRow,
  ChangeState,
  LockReason,
  RecordedChange,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { startOfDay } from '../../../db/day.ts'
import { keywordChanges } from '../../../db/schema/keywords.ts'
import { users } from '../../../db/schema/users.ts'
import { fullNameFrom, fullNameIn } from '../../../db/sql/full-name.ts'
import { integers, moment } from './slice-store.ts'
import { undoItems } from './undo-store.ts'

const MOST_VALUES = 10
const MOST_NAMES = 3
const MOST_EXAMPLES = 3

export interface ChangeFilter {
  /** Changes of this user; of all users if left out. */
  userId?: number | undefined
  actions?: readonly ChangeAction[] | undefined
  startDate?: string | undefined
  endDate?: string | undefined
  /** None that were made before. */
  since: Date
  timeZone: string
}

/** Rows `c` of `keyword_changes` that were made and did something. */
function matching({ userId, actions, startDate, endDate, since, timeZone }: ChangeFilter): SQL {
  const conditions = [
    sql`c.applied_at >= ${moment(since)}`,
    sql`(c.changed > 0 or c.state in ('applying', 'undoing'))`,
    ...(userId === undefined ? [] : [sql`c.user_id = ${userId}`]),
    ...(actions === undefined ? [] : [sql`c.action = any(${sql.param([...actions])}::text[])`]),
    ...(startDate === undefined ? [] : [sql`c.applied_at >= ${startOfDay(startDate, { timeZone })}`]),
    ...(endDate === undefined ? [] : [sql`c.applied_at < ${startOfDay(endDate, { plusDays: 1, timeZone })}`]),
  ]
  return sql.join(conditions, sql` and `)
}

/** How many a filter finds. */
export async function countChanges(db: Db, filter: ChangeFilter): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(*)::int as count from keyword_changes c where ${matching(filter)}`,
  )
  return rows[0]?.count ?? 0
}

/** A change as it is listed. */
export interface ListedChange extends Record<string, unknown> {
  change_id: number
  action: ChangeAction
  change: RecordedChange
  state: ChangeState
  slices: number
  slices_done: number
  selected: number
  changed: number
  is_forgotten: boolean
  user: ChangeRow['user']
  made_at: string
  values: ChangeRow['values']
  example: ChangeRow['example']
  undoes: ChangeRow['undoes']
  /** Its undo, if any. */
  undone: { changed: number; name: string; at: string } | null
}

const isoOf = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const LISTED = sql`
  select c.change_id, c.action, c.change, c.state, c.slices, c.slices_done, c.selected, c.is_forgotten,
    case when c.state = 'applying' then cardinality(c.keyword_ids) else c.changed end as changed,
    json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as "user",
    ${isoOf(sql`c.applied_at`)} as made_at,
    coalesce((
      select json_agg(json_build_object('kind', v.kind, 'name', v.name, 'is_added', v.is_added) order by v.kind, not v.is_added, v.name)
      from (
        select distinct p.kind, p.is_added, coalesce(t.tag, s.display_name, '') as name
        from keyword_change_parts p left join tags t on p.kind = 'tag' and t.tag_id = p.value_id
          left join sites s on p.kind = 'site' and s.site_id = p.value_id
        where p.change_id = c.change_id order by 1, 2, 3 limit ${MOST_VALUES}::int) v), '[]') as values,
    (select json_build_object('keyword_id', k.keyword_id, 'keyword', k.keyword)
      from keywords k where k.keyword_id = (
        select p.keyword_ids[1] from keyword_change_parts p where p.change_id = c.change_id and p.slice = 0 limit 1)) as example,
    (select json_build_object('change_id', o.change_id, 'action', o.action, 'changed', o.changed, 'name', ${fullNameFrom(sql`ou`)})
      from keyword_changes o join users ou on ou.id = o.user_id where o.change_id = c.undoes) as undoes,
    (select json_build_object('changed', n.changed, 'name', ${fullNameFrom(sql`nu`)}, 'at', ${isoOf(sql`n.applied_at`)})
      from keyword_changes n join users nu on nu.id = n.user_id where n.undoes = c.change_id) as undone
  from keyword_changes c join users u on u.id = c.user_id`

/** A page of changes, newest first. */
export async function listChanges(
  db: Db,
  { limit, offset, ...filter }: ChangeFilter & { limit: number; offset: number },
): Promise<ListedChange[]> {
  const { rows } = await db.execute<ListedChange>(sql`
    ${LISTED} where ${matching(filter)}
    order by c.applied_at desc nulls last, c.change_id desc nulls last limit ${limit} offset ${offset}`)
  return rows
}

/** One change of the list; undefined if it is only prepared. */
export async function findListed(db: Db, id: number): Promise<ListedChange | undefined> {
  const { rows } = await db.execute<ListedChange>(
    sql`${LISTED} where c.change_id = ${id} and c.applied_at is not null`,
  )
  return rows[0]
}

/** The undo of a change: its number, whose it is, and how many keywords it has put back. */
export async function findUndo(db: Db, id: number) {
  const { userId, changed, undoes } = keywordChanges
  const [undo] = await db
    .select({
      id: keywordChanges.id,
      userId,
      changed,
      name: fullNameIn(users),
    })
    .from(keywordChanges)
    .innerJoin(users, eq(users.id, userId))
    .where(eq(undoes, id))
  return undo
}

export interface Outlook {
  /** How many keywords would be put back, and why most of the others would not. */
  back: number
  reason: LockReason | null
  /** Some of the users who have edited the others. */
  by: string[]
}

/** What undoing each of these changes would come down to at this moment. */
export async function readOutlooks(
  db: Db,
  ids: readonly number[],
  timeZone: string,
): Promise<Map<number, Outlook>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{
    change_id: number
    back: number
    reason: LockReason | null
    by: string[]
  }>(sql`
    with ${undoItems({ changes: sql`c.change_id = any(${integers(ids)})`, timeZone })}
    select change_id, count(distinct keyword_id) filter (where reason is null)::int as back,
      mode() within group (order by reason) as reason,
      coalesce((
        select json_agg(name) from (
          select distinct ${fullNameFrom(sql`u`)} as name
          from items w, unnest(w.users) i join users u on u.id = i
          where w.change_id = items.change_id order by 1 limit ${MOST_NAMES}::int) n), '[]') as by
    from items group by change_id`)
  return new Map(rows.map(({ change_id: id, ...outlook }) => [id, outlook]))
}

export interface ChangeSide {
  tags: string[]
  sites: string[]
  tracked: boolean
}

const words = (ids: SQL, { came, went }: { came: SQL; went: SQL }, isOfTags: boolean) => {
  const among = sql`any(${ids} || ${came}) and id <> all(${went})`
  return isOfTags
    ? sql`array(select tag from tags, lateral (select tag_id as id) i where id = ${among} order by tag)`
    : sql`array(select display_name from sites, lateral (select site_id as id) i where id = ${among} order by display_name)`
}

/** A keyword `k` as it is with what came and without what went, or the other way round. */
function side(isAfter: boolean): SQL {
  const ways = (came: SQL, went: SQL) => (isAfter ? { came, went } : { came: went, went: came })
  return sql`json_build_object(
    'tags', ${words(sql`k.tag_ids`, ways(sql`d.tags_came`, sql`d.tags_went`), true)},
    'sites', ${words(sql`k.site_ids`, ways(sql`d.sites_came`, sql`d.sites_went`), false)},
    'tracked', coalesce(d.is_tracked = ${isAfter}, k.is_tracked))`
}

const listed = (kind: 'tag' | 'site', isAdded: boolean) =>
  sql`coalesce(array_agg(p.value_id) filter (where p.kind = ${kind} and p.is_added = ${isAdded}), '{}')`

/** Some of a change's keywords without it and with it; what it did not touch is as it is now. */
export async function readExamples(db: Db, id: number) {
  const first = sql`[1:${sql.raw(String(MOST_EXAMPLES))}]`
  const { rows } = await db.execute<{
    keyword_id: number
    keyword: string
    before: ChangeSide
    after: ChangeSide
  }>(sql`
    with chosen as (
      select distinct i as keyword_id from keyword_change_parts p, unnest(p.keyword_ids${first}) i
      where p.change_id = ${id} and p.slice = 0 order by 1 limit ${MOST_EXAMPLES}::int
    ), d as (
      select h.keyword_id,
        ${listed('tag', true)} as tags_came, ${listed('tag', false)} as tags_went,
        ${listed('site', true)} as sites_came, ${listed('site', false)} as sites_went,
        bool_or(p.is_added) filter (where p.kind = 'tracked') as is_tracked
      from chosen h join keyword_change_parts p on p.change_id = ${id} and p.slice = 0 and h.keyword_id = any(p.keyword_ids)
      group by 1
    )
    select k.keyword_id, k.keyword, ${side(false)} as before, ${side(true)} as after
    from d join keywords k using (keyword_id) order by k.keyword_id`)
  return rows
}
