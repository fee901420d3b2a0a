import { asc, like, type SQL, sql } from 'drizzle-orm'
import { keywordIdentity } from '#shared/features/keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { keywords } from '../../db/schema/keywords.ts'
import { escaped, INDEXED_LENGTH } from './queries.ts'

const MOST_SUGGESTIONS = 10
/** Of those that fit one or two letters. */
const MOST_COMPARED = 1000

export interface Suggestion {
  id: number
  keyword: string
}

/**
 * The same for less than an index of trigrams finds, where every second keyword would fit: those that begin with the
 * text, and where there are too few of them, those of which a word does. Only so many are compared by their length.
 */
async function suggestByLetters(db: Db, text: string): Promise<Suggestion[]> {
  const begins = sql`identity like ${`${escaped(text)}%`}`
  const shortest = async (some: SQL, most: number) => {
    const { rows } = await db.execute<{ keyword_id: number; keyword: string }>(sql`
      select keyword_id, keyword from (select keyword_id, keyword, identity from keywords where ${some} limit ${MOST_COMPARED}::int) k
      order by length(identity), identity limit ${most}::int`)
    return rows.map(({ keyword_id: id, keyword }) => ({ id, keyword }))
  }
  // In the order of the index of beginnings, so that nothing beyond those is read, and the text itself comes first.
  const first = await shortest(sql`${begins} order by identity using ~<~`, MOST_SUGGESTIONS)
  if (first.length === MOST_SUGGESTIONS) return first
  const others = sql`identity like ${`% ${escaped(text)}%`} and not ${begins}`
  return [...first, ...(await shortest(others, MOST_SUGGESTIONS - first.length))]
}

/** The keywords that fit best: those that begin with the text first, then those that contain it, short ones first. */
export async function suggestKeywords(db: Db, typed: string): Promise<Suggestion[]> {
  const text = keywordIdentity(typed)
  if (text.length < INDEXED_LENGTH) return suggestByLetters(db, text)
  return db
    .select({ id: keywords.id, keyword: keywords.keyword })
    .from(keywords)
    .where(like(keywords.identity, `%${escaped(text)}%`))
    .orderBy(
      sql`${keywords.identity} not like ${`${escaped(text)}%`}`,
      sql`length(${keywords.identity})`,
      asc(keywords.identity),
    )
    .limit(MOST_SUGGESTIONS)
}
