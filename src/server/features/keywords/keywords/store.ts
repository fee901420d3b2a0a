import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { keywords, tags } from '../../../db/schema/keywords.ts'
import { sites } from '../../../db/schema/sites.ts'

/** Ids of keywords by identity; unknown ones are missing. */
export async function findIdsByIdentity(db: Db, identities: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(sql`${keywords.identity} = any(${sql.param([...identities])}::text[])`)
  return new Map(rows.map(({ identity, id }) => [identity, id]))
}

/** Those of the ids that exist. */
export async function findKeywordIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(inArray(keywords.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

/** Ids of these keywords by identity. Missing keywords are added as these values say. */
export async function ensureKeywords(
  db: Db,
  words: readonly string[],
  values: Pick<KeywordValues, 'siteIds' | 'isTracked'>,
): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const wanted = new Map(words.map((word) => [keywordIdentity(word), tidyKeyword(word)]))
  // A fixed order, so that concurrent writers do not deadlock.
  const ordered = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))
  await db
    .insert(keywords)
    .values(
      ordered.map(([identity, keyword]) => ({
        ...{ identity, keyword, ...values },
        ...(values.isTracked ? {} : { trackedSince: null }),
      })),
    )
    .onConflictDoNothing()
  const found = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(inArray(keywords.identity, [...wanted.keys()]))
  return new Map(found.map(({ identity, id }) => [identity, id]))
}

/** Ids of these tags (tidy words). Missing tags are added. */
export async function ensureTags(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  await db
    .insert(tags)
    .values(words.map((tag) => ({ tag })))
    .onConflictDoNothing()
  const found = await db
    .select()
    .from(tags)
    .where(inArray(tags.tag, [...words]))
  return new Map(found.map(({ tag, id }) => [tag, id]))
}

export async function findTagIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: tags.id })
    .from(tags)
    .where(inArray(tags.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

export async function findSiteIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: sites.id })
    .from(sites)
    .where(inArray(sites.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

export interface KeywordValues {
  keyword: string
  isTracked: boolean
  tagIds: number[]
  siteIds: number[]
}

/** The new keyword's id; null if its identity exists. */
export async function insertKeyword(db: Db, values: KeywordValues, now: Date): Promise<number | null> {
  const [row] = await db
    .insert(keywords)
    .values({
      ...values,
      identity: keywordIdentity(values.keyword),
      trackedSince: values.isTracked ? now : null,
      createdAt: now,
    })
    .onConflictDoNothing({ target: keywords.identity })
    .returning({ id: keywords.id })
  return row?.id ?? null
}

/** The new keywords, in a fixed order so that concurrent writers do not deadlock; existing ones are left out. */
export async function insertKeywords(
  db: Db,
  words: readonly string[],
  values: Omit<KeywordValues, 'keyword'>,
  now: Date,
): Promise<{ id: number; keyword: string }[]> {
  const byIdentity = new Map(words.map((keyword) => [keywordIdentity(keyword), keyword]))
  const ordered = [...byIdentity].sort(([one], [other]) => (one < other ? -1 : 1))
  const trackedSince = values.isTracked ? now : null
  return db
    .insert(keywords)
    .values(
      ordered.map(([identity, keyword]) => ({ ...values, identity, keyword, trackedSince, createdAt: now })),
    )
    .onConflictDoNothing({ target: keywords.identity })
    .returning({ id: keywords.id, keyword: keywords.keyword })
}

/** Keywords by their ids, in any order. */
export const listWords = (db: Db, ids: readonly number[]): Promise<{ id: number; keyword: string }[]> =>
  db
    .select({ id: keywords.id, keyword: keywords.keyword })
    .from(keywords)
    .where(inArray(keywords.id, [...ids]))

/** New value of `tracked_since`: now if tracking begins, unchanged if it continues, null if it ends. */
export const trackedSinceFor = (isTracked: boolean, now: Date): SQL | null =>
  isTracked ? sql`coalesce(${keywords.trackedSince}, ${now.toISOString()}::timestamptz)` : null

export type LockedKeyword = KeywordValues & { version: number; trackedSince: Date | null }

/** The editable fields of a keyword, its tracking and version, locked until the transaction ends. */
export async function lockKeyword(db: Db, id: number): Promise<LockedKeyword | undefined> {
  const { keyword, isTracked, trackedSince, tagIds, siteIds, version } = keywords
  const [row] = await db
    .select({ keyword, isTracked, trackedSince, tagIds, siteIds, version })
    .from(keywords)
    .where(eq(keywords.id, id))
    .for('update')
  return row
}

/** Updates only the given fields. */
export async function updateKeyword(
  db: Db,
  id: number,
  values: Partial<KeywordValues>,
  now: Date,
): Promise<void> {
  const { keyword, isTracked } = values
  const change = {
    ...values,
    ...(keyword === undefined ? {} : { identity: keywordIdentity(keyword) }),
    ...(isTracked === undefined ? {} : { trackedSince: trackedSinceFor(isTracked, now) }),
  }
  if (Object.keys(change).length > 0) await db.update(keywords).set(change).where(eq(keywords.id, id))
}

/** The id of another keyword with this identity, which stays locked until the transaction ends. */
export async function findOther(db: Db, keyword: string, id: number | null): Promise<number | null> {
  const [row] = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(
      and(eq(keywords.identity, keywordIdentity(keyword)), id === null ? undefined : ne(keywords.id, id)),
    )
  return row?.id ?? null
}
