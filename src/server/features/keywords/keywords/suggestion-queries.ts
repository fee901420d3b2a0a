import { type SQL, sql } from 'drizzle-orm'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { INDEXED_LENGTH } from './queries.ts'

const MOST_SUGGESTIONS = 10
/** Most matches compared by length; one or two letters occur in every second keyword. */
const MOST_COMPARED = { letters: 1000, text: 100_000 }

export interface Suggestion {
  id: number
  keyword: string
}

const ORDER = sql`length(identity), identity`

async function listInOrder(db: Db, some: SQL, most = MOST_SUGGESTIONS): Promise<Suggestion[]> {
  const { rows } = await db.execute<{ keyword_id: number; keyword: string }>(
    sql`select keyword_id, keyword from ${some} order by ${ORDER} limit ${most}::int`,
  )
  return rows.map(({ keyword_id: id, keyword }) => ({ id, keyword }))
}

/**
 * The best suggestions, short ones first: keywords that begin with the text and, if there are too few,
 * keywords that contain it. For texts too short for a trigram index, keywords with a word that begins with
 * it.
 */
export async function suggestKeywords(db: Db, typed: string): Promise<Suggestion[]> {
  const text = keywordIdentity(typed)
  const isText = text.length >= INDEXED_LENGTH
  const compared = isText ? MOST_COMPARED.text : MOST_COMPARED.letters
  // Not `like`, for which the index of trigrams may be taken, and that finds every keyword with these letters.
  const begins = sql`identity ^@ ${text}`
  // From the index of beginnings alone and in its order, so that nothing beyond those is read, and the text itself comes first.
  const beginnings = sql`select identity from keywords where ${begins} order by identity using ~<~ limit ${compared}::int`
  const shortest = sql`select identity from (${beginnings}) b order by ${ORDER} limit ${MOST_SUGGESTIONS}::int`
  const first = await listInOrder(db, sql`(${shortest}) s join keywords using (identity)`)
  if (first.length === MOST_SUGGESTIONS) return first
  const others = sql`select keyword_id, keyword, identity from keywords
    where identity like ${`${isText ? '%' : '% '}${asLiteral(text)}%`} and not ${begins} limit ${compared}::int`
  const rest = await listInOrder(db, sql`(${others}) o`, MOST_SUGGESTIONS - first.length)
  return [...first, ...rest]
}
