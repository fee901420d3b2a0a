import { inArray } from 'drizzle-orm'
import { keywordIdentity, tidyKeyword } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'

/** Those of the numbers that are keywords of ours. */
export async function findKeywordIds(db: Db, ids: readonly number[]): Promise<Set<number>> {
  if (ids.length === 0) return new Set()
  const found = await db
    .select({ id: keywords.id })
    .from(keywords)
    .where(inArray(keywords.id, [...ids]))
  return new Set(found.map(({ id }) => id))
}

/** The numbers of these keywords by identity; those that we did not have yet are added. */
export async function ensureKeywords(db: Db, words: readonly string[]): Promise<Map<string, number>> {
  if (words.length === 0) return new Map()
  const wanted = new Map(words.map((word) => [keywordIdentity(word), tidyKeyword(word)]))
  await db
    .insert(keywords)
    .values([...wanted].map(([identity, keyword]) => ({ identity, keyword })))
    .onConflictDoNothing()
  const found = await db
    .select({ id: keywords.id, identity: keywords.identity })
    .from(keywords)
    .where(inArray(keywords.identity, [...wanted.keys()]))
  return new Map(found.map(({ identity, id }) => [identity, id]))
}
