import { and, eq, inArray, ne, type SQL, sql } from 'drizzle-orm'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { keywords, tags } from '../../db/schema/keywords.ts'
import { sites } from '../../db/schema/sites.ts'

/** The numbers of keywords by identity; unknown ones are missing. */
export async function findIdsByIdentity(db: Db, identities: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(sql`${keywords.identity} = any(${sql.param([...identities])}::text[])`)
  return new Map(rows.map(({ identity, id }) => [identity, id]))
}

/** Those of the numbers that are keywords of ours. */
export async function findKeywordIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(inArray(keywords.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

/** The numbers of these keywords by identity; those that we did not have yet are added, for these sites. */
export async function ensureKeywords(
  db: Db,
  words: readonly string[],
  siteIds: number[],
): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const wanted = new Map(words.map((word) => [keywordIdentity(word), tidyKeyword(word)]))
  // In one order for everybody, so that no two writers wait for each other.
  const ordered = [...wanted].sort(([one], [other]) => (one < other ? -1 : 1))
  await db
    .insert(keywords)
    .values(ordered.map(([identity, keyword]) => ({ identity, keyword, siteIds })))
    .onConflictDoNothing()
  const found = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(inArray(keywords.identity, [...wanted.keys()]))
  return new Map(found.map(({ identity, id }) => [identity, id]))
}

/** The numbers of these tags, tidy words; those that nobody has used yet are added. */
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

/** The new keyword's number; null where there is one of that identity. */
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

/** What `tracked_since` becomes: now where tracking begins, as it was where it goes on, nothing where it ends. */
export const trackedSinceFor = (isTracked: boolean, now: Date): SQL | null =>
  isTracked ? sql`coalesce(${keywords.trackedSince}, ${now.toISOString()}::timestamptz)` : null

export type LockedKeyword = KeywordValues & { version: number; trackedSince: Date | null }

/** What people say of a keyword, since when it is tracked and its version, kept from changing until the transaction ends. */
export async function lockKeyword(db: Db, id: number): Promise<LockedKeyword | undefined> {
  const { keyword, isTracked, trackedSince, tagIds, siteIds, version } = keywords
  const [row] = await db
    .select({ keyword, isTracked, trackedSince, tagIds, siteIds, version })
    .from(keywords)
    .where(eq(keywords.id, id))
    .for('update')
  return row
}

/** Changes what is given and leaves the rest. */
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

/** Which other keyword has this identity, and nobody may take it before the transaction ends. */
export async function findOther(db: Db, keyword: string, id: number | null): Promise<number | null> {
  const [row] = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(
      and(eq(keywords.identity, keywordIdentity(keyword)), id === null ? undefined : ne(keywords.id, id)),
    )
  return row?.id ?? null
}
