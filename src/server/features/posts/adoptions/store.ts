import { and, asc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { AdoptedOutcome } from '#shared/features/posts/adoptions/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { adoptedPosts, adoptions } from '../../../db/schema/adoptions.ts'

export type AdoptionRow = typeof adoptions.$inferSelect
export type AdoptedRow = typeof adoptedPosts.$inferSelect

export async function findAdoption(db: Db, id: number): Promise<AdoptionRow | undefined> {
  const [row] = await db.select().from(adoptions).where(eq(adoptions.id, id))
  return row
}

export async function findRunning(db: Db, siteId: number): Promise<AdoptionRow | undefined> {
  const [row] = await db
    .select()
    .from(adoptions)
    .where(and(eq(adoptions.siteId, siteId), isNull(adoptions.endedAt)))
  return row
}

/** Begins a run; undefined if the site already has one. */
export async function insertAdoption(
  tx: Db,
  run: Pick<AdoptionRow, 'siteId' | 'kind' | 'userId' | 'since' | 'startedAt'>,
): Promise<AdoptionRow | undefined> {
  const [row] = await tx
    .insert(adoptions)
    .values({ ...run, touchedAt: run.startedAt })
    .onConflictDoNothing()
    .returning()
  return row
}

/**
 * Claims a run at its known position for writing the next results; false if another job has done so, or the
 * run has ended.
 */
export async function takeStep(
  tx: Db,
  { id, state, done, listed }: Pick<AdoptionRow, 'id' | 'state' | 'done' | 'listed'>,
): Promise<boolean> {
  const [run] = await tx.select().from(adoptions).where(eq(adoptions.id, id)).for('update')
  return run?.endedAt === null && run.state === state && run.done === done && run.listed === listed
}

/** Records a run's progress. A step has succeeded, so any waiting reason is cleared. */
export async function recordAdoptionStep(
  tx: Db,
  id: number,
  step: Partial<Pick<AdoptionRow, 'state' | 'listed' | 'done'>> & { now: Date },
): Promise<void> {
  const { now, ...rest } = step
  const total = sql`(select count(*)::int from adopted_posts p where p.adoption_id = ${id}::int and p.outcome is null)`
  const done = rest.done ?? sql`${adoptions.done}`
  await tx
    .update(adoptions)
    .set({
      ...rest,
      attempts: 0,
      alone: sql`greatest(${adoptions.alone} - 1, 0)`,
      reason: null,
      touchedAt: now,
      total: sql`${done} + ${total}`,
    })
    .where(eq(adoptions.id, id))
}

/** Records why the next posts are waiting. */
export async function recordAdoptionFailure(
  db: Db,
  { id, attempts }: Pick<AdoptionRow, 'id' | 'attempts'>,
  { reason, alone, now }: { reason: string; alone: number; now: Date },
): Promise<void> {
  await db
    .update(adoptions)
    .set({ attempts: attempts + 1, alone, reason, touchedAt: now })
    .where(and(eq(adoptions.id, id), isNull(adoptions.endedAt)))
}

/** Ends a run; without a reason it is finished. False if it had already ended. */
export async function endAdoption(
  tx: Db,
  id: number,
  { now, reason = null }: { now: Date; reason?: string | null },
): Promise<boolean> {
  const rows = await tx
    .update(adoptions)
    .set({ state: reason === null ? 'finished' : 'stopped', reason, endedAt: now, touchedAt: now })
    .where(and(eq(adoptions.id, id), isNull(adoptions.endedAt)))
    .returning({ id: adoptions.id })
  await tx.delete(adoptedPosts).where(and(eq(adoptedPosts.adoptionId, id), isNull(adoptedPosts.outcome)))
  return rows.length > 0
}

/** Plans to read posts, each once; returns the number of new ones. */
export async function insertWaiting(tx: Db, adoptionId: number, ids: readonly number[]): Promise<number> {
  if (ids.length === 0) return 0
  const { rowCount } = await tx.execute(sql`
    insert into adopted_posts (adoption_id, post_id)
    select ${adoptionId}::int, unnest(${sql.param([...ids])}::integer[]) on conflict do nothing`)
  return rowCount ?? 0
}

export async function listWaiting(db: Db, adoptionId: number, most: number): Promise<number[]> {
  const rows = await db
    .select({ id: adoptedPosts.postId })
    .from(adoptedPosts)
    .where(and(eq(adoptedPosts.adoptionId, adoptionId), isNull(adoptedPosts.outcome)))
    .orderBy(asc(adoptedPosts.postId))
    .limit(most)
  return rows.map(({ id }) => id)
}

/** Ids of all posts of a run. */
export async function listPlanned(db: Db, adoptionId: number): Promise<Set<number>> {
  const rows = await db
    .select({ id: adoptedPosts.postId })
    .from(adoptedPosts)
    .where(eq(adoptedPosts.adoptionId, adoptionId))
  return new Set(rows.map(({ id }) => id))
}

export type ReadPost = Pick<AdoptedRow, 'postId' | 'title' | 'url' | 'focusKeyword' | 'asins' | 'note'> & {
  outcome: AdoptedOutcome
}

/** Stores the outcomes of posts. */
export async function storeOutcomes(tx: Db, adoptionId: number, posts: readonly ReadPost[]): Promise<void> {
  await tx.execute(sql`
    update adopted_posts p set outcome = t.outcome, title = t.title, url = t.url, focus_keyword = t."focusKeyword",
      asins = array(select jsonb_array_elements_text(t.asins)), note = t.note
    from jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as t ("postId" integer, outcome text, title text, url text,
      "focusKeyword" text, asins jsonb, note text)
    where p.adoption_id = ${adoptionId}::int and p.post_id = t."postId"`)
}

/** Removes posts from a run over news that have not changed. */
export async function removePlanned(tx: Db, adoptionId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  await tx
    .delete(adoptedPosts)
    .where(and(eq(adoptedPosts.adoptionId, adoptionId), inArray(adoptedPosts.postId, [...ids])))
}
