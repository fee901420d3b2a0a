import { desc, eq, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { keywords } from '../../../db/schema/keywords.ts'

export interface FoundKeyword {
  id: number
  keyword: string
  isTracked: boolean
}

/** Our keywords among these phrases, tracked ones first, then the more specific ones. */
export async function findKeywords(
  db: Db,
  phrases: readonly string[],
  most: number,
): Promise<FoundKeyword[]> {
  if (phrases.length === 0) return []
  return db
    .select({ id: keywords.id, keyword: keywords.keyword, isTracked: keywords.isTracked })
    .from(keywords)
    .where(sql`${keywords.identity} = any(${sql.param([...phrases])}::text[])`)
    .orderBy(desc(keywords.isTracked), sql`length(${keywords.identity}) desc`, keywords.id)
    .limit(most)
}

export async function findKeywordById(db: Db, id: number): Promise<FoundKeyword | undefined> {
  const [found] = await db
    .select({ id: keywords.id, keyword: keywords.keyword, isTracked: keywords.isTracked })
    .from(keywords)
    .where(eq(keywords.id, id))
  return found
}
