import { and, desc, eq, inArray, isNotNull, sql } from 'drizzle-orm'
import type { ReplacementPlaceState } from '#shared/features/articles/replacements/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { replacementMarkups, replacementPlaces, replacements } from '../../../db/schema/replacements.ts'

export type ReplacementRecord = typeof replacements.$inferSelect
export type PlaceRecord = typeof replacementPlaces.$inferSelect
export type MarkupRecord = typeof replacementMarkups.$inferSelect
export type NewPlace = Omit<typeof replacementPlaces.$inferInsert, 'id' | 'replacementId' | 'position'> & {
  markup?: Omit<MarkupRecord, 'placeId'>
}

/** Whether the editors of a post's site are asked to change it. */
export const isRequest = ({ isLive, contentPostId, after }: PlaceRecord): boolean =>
  !isLive && contentPostId !== null && after !== null

/** Stores a frozen set; returns its id. */
export async function insertReplacement(
  db: Db,
  values: Pick<ReplacementRecord, 'userId' | 'oldAsin' | 'oldName' | 'newAsin' | 'newName' | 'createdAt'>,
  places: readonly NewPlace[],
): Promise<number> {
  const [row] = await db.insert(replacements).values(values).returning({ id: replacements.id })
  if (!row) throw new Error('The database did not return the new replacement.')
  if (places.length === 0) return row.id
  const inserted = await db
    .insert(replacementPlaces)
    .values(
      places.map(({ markup: _markup, ...place }, position) => ({
        ...place,
        replacementId: row.id,
        position,
      })),
    )
    .returning({ placeId: replacementPlaces.id, position: replacementPlaces.position })
  const markups = inserted.flatMap(({ placeId, position }) => {
    const markup = places[position]?.markup
    return markup === undefined ? [] : [{ ...markup, placeId }]
  })
  if (markups.length > 0) await db.insert(replacementMarkups).values(markups)
  return row.id
}

/** Stores the planned text of a live post. */
export async function updateContent(db: Db, placeId: number, content: string): Promise<void> {
  await db
    .update(replacementMarkups)
    .set({
      after: sql`jsonb_set(${replacementMarkups.after}, '{content}', to_jsonb(${content}::text))`,
    })
    .where(eq(replacementMarkups.placeId, placeId))
}

/** Stores the user's words for sentences of a post that is edited on its site. */
export async function updateAnswers(db: Db, placeId: number, answers: PlaceRecord['answers']): Promise<void> {
  await db.update(replacementPlaces).set({ answers }).where(eq(replacementPlaces.id, placeId))
}

/** The latest place that requested edits of a post through this article. */
export async function findRequested(db: Db, articleId: number): Promise<PlaceRecord | undefined> {
  const [row] = await db
    .select()
    .from(replacementPlaces)
    .where(
      and(
        eq(replacementPlaces.resultId, articleId),
        isNotNull(replacementPlaces.contentPostId),
        eq(replacementPlaces.state, 'done'),
      ),
    )
    .orderBy(desc(replacementPlaces.id))
    .limit(1)
  return row
}

/** A live post's text when the set was frozen, and its planned text. */
export async function findMarkup(db: Db, placeId: number): Promise<MarkupRecord | undefined> {
  const [row] = await db.select().from(replacementMarkups).where(eq(replacementMarkups.placeId, placeId))
  return row
}

export async function findReplacement(db: Db, id: number): Promise<ReplacementRecord | undefined> {
  const [row] = await db.select().from(replacements).where(eq(replacements.id, id))
  return row
}

/** Returns the replacement, locked until the transaction ends. */
export async function lockReplacement(db: Db, id: number): Promise<ReplacementRecord | undefined> {
  const [row] = await db.select().from(replacements).where(eq(replacements.id, id)).for('update')
  return row
}

export async function updateReplacement(
  db: Db,
  id: number,
  values: Partial<
    Pick<ReplacementRecord, 'state' | 'appliedAt' | 'undoneAt' | 'actingId' | 'requestId' | 'address'>
  >,
): Promise<void> {
  await db.update(replacements).set(values).where(eq(replacements.id, id))
}

/** The places of a replacement in order, optionally only those in one state. */
export const listPlaces = (db: Db, replacementId: number, state?: ReplacementPlaceState) =>
  db
    .select()
    .from(replacementPlaces)
    .where(
      and(
        eq(replacementPlaces.replacementId, replacementId),
        state === undefined ? undefined : eq(replacementPlaces.state, state),
      ),
    )
    .orderBy(replacementPlaces.position)

/** Returns the place, locked until the transaction ends. */
export async function lockPlace(db: Db, id: number): Promise<PlaceRecord | undefined> {
  const [row] = await db.select().from(replacementPlaces).where(eq(replacementPlaces.id, id)).for('update')
  return row
}

/** Moves a place to another state, if it is still in the expected one. */
export async function movePlace(
  db: Db,
  id: number,
  {
    from,
    ...values
  }: Pick<PlaceRecord, 'state'> &
    Partial<Pick<PlaceRecord, 'reason' | 'resultId' | 'resultVersion' | 'writing'>> & {
      from: ReplacementPlaceState
    },
): Promise<void> {
  await db
    .update(replacementPlaces)
    .set(values)
    .where(and(eq(replacementPlaces.id, id), eq(replacementPlaces.state, from)))
}

/** Notes before a live post is written that it may have been. */
export async function markWriting(tx: Db, id: number, writing: PlaceRecord['writing']): Promise<void> {
  await tx.update(replacementPlaces).set({ writing }).where(eq(replacementPlaces.id, id))
}

/** Counts a failed try; returns the number of tries. */
export async function countAttempt(db: Db, id: number): Promise<number> {
  const [row] = await db
    .update(replacementPlaces)
    .set({ attempts: sql`${replacementPlaces.attempts} + 1` })
    .where(eq(replacementPlaces.id, id))
    .returning({ attempts: replacementPlaces.attempts })
  return row?.attempts ?? 0
}

/**
 * Moves all places in a state, or only the given ones, and resets their number of tries; returns how many
 * there were.
 */
export async function movePlaces(
  db: Db,
  replacementId: number,
  { from, to, ids }: { from: ReplacementPlaceState; to: ReplacementPlaceState; ids?: readonly number[] },
): Promise<number> {
  const moved = await db
    .update(replacementPlaces)
    .set({ state: to, reason: null, attempts: 0 })
    .where(
      and(
        eq(replacementPlaces.replacementId, replacementId),
        eq(replacementPlaces.state, from),
        ids === undefined ? undefined : inArray(replacementPlaces.id, [...ids]),
      ),
    )
    .returning({ id: replacementPlaces.id })
  return moved.length
}
