import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import {
  type Action,
  CHANGED_AT_ONCE,
  type RecordedChange,
} from '#shared/features/keywords/keyword-changes/contract.ts'
import type { TagChoice } from '#shared/features/keywords/keywords/contract.ts'
import type { Db } from '../../../db/connect.ts'
import {
  keywordChangeParts,
  keywordChanges,
  keywords,
  type PartKind,
  tags,
} from '../../../db/schema/keywords.ts'
import { differs, type Effect, integers, moment, SLICE } from './slice-store.ts'

const SHOWN = 5

/** Ids of the existing tags among these tidy words. */
export async function findTags(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const found = await db
    .select()
    .from(tags)
    .where(inArray(tags.tag, [...words]))
  return new Map(found.map(({ tag, id }) => [tag, id]))
}

/** Words of the chosen tags in alphabetical order; deleted tags are left out. */
export async function nameTags(db: Db, choices: readonly TagChoice[]): Promise<string[]> {
  const words = choices.flatMap((choice) => ('tag' in choice && choice.tag !== '' ? [choice.tag] : []))
  const ids = choices.flatMap((choice) => ('tag_id' in choice ? [choice.tag_id] : []))
  const found =
    ids.length === 0 ? [] : await db.select({ tag: tags.tag }).from(tags).where(inArray(tags.id, ids))
  return [...new Set([...words, ...found.map(({ tag }) => tag)])].sort()
}

interface Frozen {
  userId: number
  change: Action
  effect: Effect
  where: SQL | undefined
  now: Date
}

/** SQL condition for `keywordIds`. */
export const isAmongKeywords = (ids: readonly number[]): SQL => sql`${keywords.id} = any(${integers(ids)})`

/** Stores a prepared change with the keywords that it would change; returns its id. */
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

const LOCKED = {
  id: keywordChanges.id,
  userId: keywordChanges.userId,
  action: keywordChanges.action,
  changed: keywordChanges.changed,
  isForgotten: keywordChanges.isForgotten,
  state: keywordChanges.state,
  change: keywordChanges.change,
  slices: keywordChanges.slices,
  slicesDone: keywordChanges.slicesDone,
  appliedAt: keywordChanges.appliedAt,
}

/** Returns a change, locked against being applied or undone by another call until the transaction ends. */
export async function lockChange(db: Db, id: number) {
  const [change] = await db.select(LOCKED).from(keywordChanges).where(eq(keywordChanges.id, id)).for('update')
  return change
}
export type LockedChange = NonNullable<Awaited<ReturnType<typeof lockChange>>>

/** A change with the number of affected keywords and some examples. */
export async function findChange(db: Db, id: number) {
  const { keywordIds, changed, state } = keywordChanges
  const [change] = await db
    .select({
      id: keywordChanges.id,
      userId: keywordChanges.userId,
      action: keywordChanges.action,
      change: keywordChanges.change,
      state: keywordChanges.state,
      selected: keywordChanges.selected,
      slices: keywordChanges.slices,
      slicesDone: keywordChanges.slicesDone,
      createdAt: keywordChanges.createdAt,
      changes: sql<number>`case when ${state} in ('prepared', 'applying') then cardinality(${keywordIds}) else ${changed} end`,
      examples: sql<{ keyword_id: number; keyword: string }[]>`coalesce((
        select json_agg(json_build_object('keyword_id', k.keyword_id, 'keyword', k.keyword) order by k.keyword_id)
        from keywords k where k.keyword_id = any(${keywordIds}[1:${sql.raw(String(SHOWN))}])), '[]')`,
    })
    .from(keywordChanges)
    .where(eq(keywordChanges.id, id))
  return change
}
export type FoundChange = NonNullable<Awaited<ReturnType<typeof findChange>>>

/** Number of slices for changing this many keywords. */
export const slicesOf = (count: number) => (count > CHANGED_AT_ONCE ? Math.ceil(count / SLICE) : 1)

/** Marks a change as being applied; returns the number of slices. */
export async function beginApplying(db: Db, id: number, now: Date): Promise<number> {
  const count = sql`cardinality(${keywordChanges.keywordIds})`
  const [row] = await db
    .update(keywordChanges)
    .set({
      state: 'applying',
      appliedAt: now,
      slices: sql`case when ${count} > ${CHANGED_AT_ONCE}::int then ceil(${count}::numeric / ${SLICE}::int)::int else 1 end`,
    })
    .where(eq(keywordChanges.id, id))
    .returning({ slices: keywordChanges.slices })
  return row?.slices ?? 1
}

/** Marks a change as being undone. The undo is a change itself; returns its id. */
export async function beginUndoing(
  db: Db,
  { id, changed, slices }: Pick<LockedChange, 'id' | 'changed' | 'slices'>,
  { userId, now }: { userId: number; now: Date },
): Promise<number> {
  await db.update(keywordChanges).set({ state: 'undoing', slicesDone: 0 }).where(eq(keywordChanges.id, id))
  const [row] = await db
    .insert(keywordChanges)
    .values({
      userId,
      action: 'undo',
      change: { action: 'undo' },
      state: 'applying',
      selected: changed,
      slices,
      createdAt: now,
      appliedAt: now,
      undoes: id,
    })
    .returning({ id: keywordChanges.id })
  if (!row) throw new Error('The database did not return the new undo.')
  return row.id
}

export async function countSlice(db: Db, id: number): Promise<void> {
  const { slicesDone } = keywordChanges
  await db
    .update(keywordChanges)
    .set({ slicesDone: sql`${slicesDone} + 1` })
    .where(eq(keywordChanges.id, id))
}

/** Keywords in the parts of a change. */
const inParts = (id: number) => sql`
  (select distinct k from keyword_change_parts p, unnest(p.keyword_ids) k where p.change_id = ${id})`

/** Reduces a change to the keywords that it really changed. */
export async function finishApplying(db: Db, id: number): Promise<void> {
  await db.execute(sql`
    update keyword_changes c set state = 'applied', keyword_ids = made.ids, changed = cardinality(made.ids)
    from (select array(select k from ${inParts(id)} m order by k) as ids) made where c.change_id = ${id}`)
}

/** The same for a change that was undone, and for its undo. */
export async function finishUndoing(
  db: Db,
  { id, undoId, now }: { id: number; undoId: number; now: Date },
): Promise<void> {
  await db.update(keywordChanges).set({ state: 'undone', undoneAt: now }).where(eq(keywordChanges.id, id))
  const changed = sql<number>`(select count(*) from ${inParts(undoId)} m)`
  const { slices } = keywordChanges
  await db
    .update(keywordChanges)
    .set({ state: 'applied', slicesDone: slices, changed })
    .where(eq(keywordChanges.id, undoId))
}

interface Done {
  userId: number
  change: RecordedChange
  /** Number of keywords selected and changed. */
  selected: number
  changed: number
  slices: number
  now: Date
}

/** Stores a change that is already done; returns its id. */
export async function insertDone(db: Db, { now, slices, ...done }: Done): Promise<number> {
  const values = {
    ...done,
    action: done.change.action,
    state: 'applied',
    createdAt: now,
    appliedAt: now,
  } as const
  const [row] = await db
    .insert(keywordChanges)
    .values({ ...values, slices, slicesDone: slices })
    .returning({ id: keywordChanges.id })
  if (!row) throw new Error('The database did not return the new change.')
  return row.id
}

export interface OnePart {
  kind: PartKind
  valueId: number
  isAdded: boolean
  trackedSince?: Date[] | undefined
}

/** Stores the parts of a change, each of the same keywords. */
export async function insertParts(
  db: Db,
  changeId: number,
  keywordIds: readonly number[],
  parts: readonly OnePart[],
) {
  await db
    .insert(keywordChangeParts)
    .values(parts.map((part) => ({ ...part, changeId, slice: 0, keywordIds: [...keywordIds] })))
}

const isDone = (before: Date) =>
  and(inArray(keywordChanges.state, ['applied', 'undone']), lt(keywordChanges.appliedAt, before))

/** Deletes the undo data of changes made before `before`; the record of the change stays. */
export async function forgetMadeBefore(db: Db, before: Date): Promise<void> {
  await db.execute(sql`
    with forgotten as (
      update keyword_changes set is_forgotten = true, keyword_ids = '{}'
      where ${isDone(before)} and not is_forgotten returning change_id
    ), shortened as (
      update keyword_change_parts p set keyword_ids = '{}', tracked_since = null
      from forgotten f where p.change_id = f.change_id and p.slice = 0
    )
    delete from keyword_change_parts p using forgotten f where p.change_id = f.change_id and p.slice > 0`)
}
