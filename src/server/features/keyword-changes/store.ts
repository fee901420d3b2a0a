import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import type { Action } from '#shared/features/keyword-changes/contract.ts'
import { MANY_ROWS, SETTLE_KEYWORDS } from '../../db/bulk-transaction.ts'
import type { Db } from '../../db/connect.ts'
import { keywordChanges, keywords, tags } from '../../db/schema/keywords.ts'

/** What an action comes down to: tracking on or off, or numbers that come into a list and numbers that leave it. */
export type Effect =
  | { kind: 'tracked'; isTracked: boolean }
  | {
      kind: 'tag' | 'site'
      add: readonly number[]
      remove: readonly number[]
      /** A tag comes in that nobody has yet, so that everything becomes different. */
      hasNew: boolean
    }
type ListEffect = Exclude<Effect, { kind: 'tracked' }>

const SHOWN = 5

const integers = (values: readonly number[]) => sql`${sql.param([...values])}::integer[]`
const moment = (date: Date) => sql`${date.toISOString()}::timestamptz`
const COLUMNS = { tag: sql.raw('tag_ids'), site: sql.raw('site_ids') }

/** The keywords of a change. */
const frozen = (changeId: number) =>
  sql`(select unnest(c.keyword_ids) from keyword_changes c where c.change_id = ${changeId})`

/** Whether the effect makes a row of `keywords` different. */
function differs(effect: Effect): SQL {
  if (effect.kind === 'tracked') return sql`keywords.is_tracked <> ${effect.isTracked}`
  const { kind, add, remove, hasNew } = effect
  if (hasNew) return sql`true`
  const list = sql`keywords.${COLUMNS[kind]}`
  return sql`(not ${list} @> ${integers(add)} or ${list} && ${integers(remove)})`
}

/** The numbers of those of these tags, tidy words, that there are. */
export async function findTags(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const found = await db
    .select()
    .from(tags)
    .where(inArray(tags.tag, [...words]))
  return new Map(found.map(({ tag, id }) => [tag, id]))
}

interface Frozen {
  userId: number
  change: Action
  effect: Effect
  where: SQL | undefined
  now: Date
}

/** What `keywordIds` asks of `keywords`. */
export const isOneOf = (ids: readonly number[]): SQL => sql`${keywords.id} = any(${integers(ids)})`

/** Writes a prepared change down with the keywords that it would make different; answers its number. */
export async function insertChange(db: Db, { userId, change, effect, where, now }: Frozen): Promise<number> {
  const { rows } = await db.execute<{ change_id: number }>(sql`
    insert into keyword_changes (user_id, action, change, state, selected, keyword_ids, created_at)
    select ${userId}::integer, ${change.action}::text, ${JSON.stringify(change)}::jsonb, 'prepared', count(*),
      coalesce(array_agg(keywords.keyword_id order by keywords.keyword_id) filter (where ${differs(effect)}), '{}'), ${moment(now)}
    from ${keywords} where ${where ?? sql`true`}
    returning change_id`)
  const [row] = rows
  if (!row) throw new Error('The database did not return the new change.')
  return row.change_id
}

const isOwn = (id: number, userId: number) =>
  and(eq(keywordChanges.id, id), eq(keywordChanges.userId, userId))

/** Somebody's own change, kept from being made or taken back by another call until the transaction ends. */
export async function lockChange(db: Db, id: number, userId: number) {
  const [change] = await db
    .select({
      id: keywordChanges.id,
      state: keywordChanges.state,
      change: keywordChanges.change,
      appliedAt: keywordChanges.appliedAt,
    })
    .from(keywordChanges)
    .where(isOwn(id, userId))
    .for('update')
  return change
}

/** A change with how many keywords it makes different, and some of them. */
export async function findChange(db: Db, id: number, userId: number) {
  const { keywordIds } = keywordChanges
  const [change] = await db
    .select({
      id: keywordChanges.id,
      action: keywordChanges.action,
      state: keywordChanges.state,
      selected: keywordChanges.selected,
      createdAt: keywordChanges.createdAt,
      changes: sql<number>`cardinality(${keywordIds})`,
      examples: sql<{ keyword_id: number; keyword: string }[]>`coalesce((
        select json_agg(json_build_object('keyword_id', k.keyword_id, 'keyword', k.keyword) order by k.keyword_id)
        from keywords k where k.keyword_id = any(${keywordIds}[1:${sql.raw(String(SHOWN))}])), '[]')`,
    })
    .from(keywordChanges)
    .where(isOwn(id, userId))
  return change
}
export type FoundChange = NonNullable<Awaited<ReturnType<typeof findChange>>>

/** In one order for everybody, so that no two changes wait for each other. */
async function lockKeywords(db: Db, changeId: number): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int as count from (
      select from keywords where keyword_id in ${frozen(changeId)} order by keyword_id for no key update) locked`)
  return rows[0]?.count ?? 0
}

async function settle(db: Db, written: number): Promise<void> {
  if (written < MANY_ROWS) return
  for (const step of SETTLE_KEYWORDS) await db.execute(sql.raw(step))
}

const applyTracking = (changeId: number, effect: Effect & { kind: 'tracked' }, now: Date) => sql`
  with before as (
    select keyword_id, tracked_since from keywords where keyword_id in ${frozen(changeId)} and ${differs(effect)}
  ), changed as (
    update keywords k set is_tracked = ${effect.isTracked}, tracked_since = ${effect.isTracked ? moment(now) : null}
    from before b where k.keyword_id = b.keyword_id
    returning k.keyword_id, b.tracked_since
  )
  insert into keyword_change_parts (change_id, value_id, kind, is_added, keyword_ids, tracked_since)
  select ${changeId}::integer, 0, 'tracked', ${effect.isTracked}::boolean, array_agg(keyword_id order by keyword_id),
    case when not ${effect.isTracked}::boolean then array_agg(tracked_since order by keyword_id) end
  from changed having count(*) > 0`

const applyList = (changeId: number, effect: ListEffect) => sql`
  with before as (
    select keyword_id, ${COLUMNS[effect.kind]} as list from keywords
    where keyword_id in ${frozen(changeId)} and ${differs(effect)}
  ), changed as (
    update keywords k set ${COLUMNS[effect.kind]} = array(
      select v from unnest(b.list || ${integers(effect.add)}) v where v <> all(${integers(effect.remove)}) group by v order by v)
    from before b where k.keyword_id = b.keyword_id
    returning k.keyword_id, b.list
  ), wanted as (
    select unnest(${integers(effect.add)}) as value_id, true as is_added
    union all select unnest(${integers(effect.remove)}), false
  )
  insert into keyword_change_parts (change_id, value_id, kind, is_added, keyword_ids)
  select ${changeId}::integer, v.value_id, ${effect.kind}::text, v.is_added, array_agg(c.keyword_id order by c.keyword_id)
  from changed c join wanted v on v.is_added <> (v.value_id = any(c.list))
  group by v.value_id, v.is_added`

/** Makes the change on those of its keywords that it still makes different, and writes down what it did to each. */
export async function applyChange(db: Db, changeId: number, effect: Effect, now: Date): Promise<void> {
  const locked = await lockKeywords(db, changeId)
  await db.execute(
    effect.kind === 'tracked' ? applyTracking(changeId, effect, now) : applyList(changeId, effect),
  )
  await db
    .update(keywordChanges)
    .set({
      state: 'applied',
      appliedAt: now,
      keywordIds: sql`array(
        select distinct k from keyword_change_parts p, unnest(p.keyword_ids) k where p.change_id = ${changeId} order by k)`,
    })
    .where(eq(keywordChanges.id, changeId))
  await settle(db, locked)
}

const undoList = (changeId: number, kind: ListEffect['kind']) => sql`
  with back as (
    select k as keyword_id,
      coalesce(array_agg(p.value_id) filter (where p.is_added), '{}') as added,
      coalesce(array_agg(p.value_id) filter (where not p.is_added), '{}') as removed
    from keyword_change_parts p, unnest(p.keyword_ids) k
    where p.change_id = ${changeId} and p.kind = ${kind} group by k
  )
  update keywords k set ${COLUMNS[kind]} = array(
    select v from unnest(k.${COLUMNS[kind]} || b.removed) v where v <> all(b.added) group by v order by v)
  from back b
  where k.keyword_id = b.keyword_id and (k.${COLUMNS[kind]} && b.added or not k.${COLUMNS[kind]} @> b.removed)`

/** Where tracking has not ended and begun anew since. */
const undoTracked = (changeId: number, appliedAt: Date) => sql`
  update keywords k set is_tracked = false, tracked_since = null
  from keyword_change_parts p, unnest(p.keyword_ids) i
  where p.change_id = ${changeId} and p.kind = 'tracked' and p.is_added
    and k.keyword_id = i and k.is_tracked and k.tracked_since = ${moment(appliedAt)}`

const undoUntracked = (changeId: number, now: Date) => sql`
  update keywords k set is_tracked = true, tracked_since = coalesce(i.since, ${moment(now)})
  from keyword_change_parts p, unnest(p.keyword_ids, p.tracked_since) i(keyword_id, since)
  where p.change_id = ${changeId} and p.kind = 'tracked' and not p.is_added
    and k.keyword_id = i.keyword_id and not k.is_tracked`

/** Takes back what the change did to each keyword, where it still stands. */
export async function undoChange(
  db: Db,
  { id, appliedAt }: { id: number; appliedAt: Date },
  now: Date,
): Promise<void> {
  const locked = await lockKeywords(db, id)
  for (const step of [
    undoList(id, 'tag'),
    undoList(id, 'site'),
    undoTracked(id, appliedAt),
    undoUntracked(id, now),
  ]) {
    await db.execute(step)
  }
  await db.update(keywordChanges).set({ state: 'undone', undoneAt: now }).where(eq(keywordChanges.id, id))
  await settle(db, locked)
}

export async function removePreparedBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(keywordChanges)
    .where(and(eq(keywordChanges.state, 'prepared'), lt(keywordChanges.createdAt, before)))
}
