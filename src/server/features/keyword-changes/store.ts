import { and, eq, inArray, lt, type SQL, sql } from 'drizzle-orm'
import { type Action, CHANGED_AT_ONCE } from '#shared/features/keyword-changes/contract.ts'
import type { Db } from '../../db/connect.ts'
import { keywordChanges, keywords, tags } from '../../db/schema/keywords.ts'
import { differs, type Effect, integers, moment, SLICE } from './slice-store.ts'

const SHOWN = 5

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

const LOCKED = {
  id: keywordChanges.id,
  state: keywordChanges.state,
  change: keywordChanges.change,
  slices: keywordChanges.slices,
  slicesDone: keywordChanges.slicesDone,
  appliedAt: keywordChanges.appliedAt,
}

/** Somebody's own change, kept from being made or taken back by another call until the transaction ends. */
export async function lockChange(db: Db, id: number, userId: number) {
  const [change] = await db.select(LOCKED).from(keywordChanges).where(isOwn(id, userId)).for('update')
  return change
}

/** The same for a job, which is nobody's. */
export async function lockAnyChange(db: Db, id: number) {
  const [change] = await db.select(LOCKED).from(keywordChanges).where(eq(keywordChanges.id, id)).for('update')
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
      slices: keywordChanges.slices,
      slicesDone: keywordChanges.slicesDone,
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

/** From here on the change is being made; answers in how many slices. */
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

export async function beginUndoing(db: Db, id: number): Promise<void> {
  await db.update(keywordChanges).set({ state: 'undoing', slicesDone: 0 }).where(eq(keywordChanges.id, id))
}

export async function countSlice(db: Db, id: number): Promise<void> {
  const { slicesDone } = keywordChanges
  await db
    .update(keywordChanges)
    .set({ slicesDone: sql`${slicesDone} + 1` })
    .where(eq(keywordChanges.id, id))
}

/** From here on the change is about the keywords that it really made different. */
export async function finishApplying(db: Db, id: number): Promise<void> {
  const keywordIds = sql`array(
    select distinct k from keyword_change_parts p, unnest(p.keyword_ids) k where p.change_id = ${id} order by k)`
  await db.update(keywordChanges).set({ state: 'applied', keywordIds }).where(eq(keywordChanges.id, id))
}

export async function finishUndoing(db: Db, id: number, now: Date): Promise<void> {
  await db.update(keywordChanges).set({ state: 'undone', undoneAt: now }).where(eq(keywordChanges.id, id))
}

/** Changes that were begun before a moment and are still not finished. */
export async function listUnfinished(db: Db, before: Date): Promise<number[]> {
  const rows = await db
    .select({ id: keywordChanges.id })
    .from(keywordChanges)
    .where(and(inArray(keywordChanges.state, ['applying', 'undoing']), lt(keywordChanges.appliedAt, before)))
  return rows.map(({ id }) => id)
}

export async function removePreparedBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(keywordChanges)
    .where(and(eq(keywordChanges.state, 'prepared'), lt(keywordChanges.createdAt, before)))
}

/** Changes that were made before a moment, whether they were taken back or not. */
export async function removeMadeBefore(db: Db, before: Date): Promise<void> {
  await db
    .delete(keywordChanges)
    .where(and(inArray(keywordChanges.state, ['applied', 'undone']), lt(keywordChanges.appliedAt, before)))
}
