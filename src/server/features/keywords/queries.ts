import { asc, like, sql } from 'drizzle-orm'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'

const MOST = 10

/** The keywords that fit best: those that begin with the text first, then those that contain it, short ones first. */
export async function suggestKeywords(db: Db, typed: string) {
  const text = keywordIdentity(typed)
  const escaped = text.replace(/[\\%_]/g, '\\$&')
  return db
    .select({ id: keywords.id, keyword: keywords.keyword })
    .from(keywords)
    .where(text === '' ? undefined : like(keywords.identity, `%${escaped}%`))
    .orderBy(
      sql`${keywords.identity} not like ${`${escaped}%`}`,
      sql`length(${keywords.identity})`,
      asc(keywords.identity),
    )
    .limit(MOST)
}
