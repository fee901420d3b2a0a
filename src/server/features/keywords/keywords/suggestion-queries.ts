import { type SQL, sql } from 'drizzle-orm'
import { keywordIdentity } from '#shared/features/keywords/keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { INDEXED_LENGTH } from './queries.ts'

const MOST_SUGGESTIONS = 10
/** Most matches compared by length; one or two letters occur in every second keyword. */
const MOST_COMPARED = { letters: 1000, text: 10_000 }
/** How many of the shortest keywords are searched for a text with more matches than are compared. */
const SHORTEST = 5000

export interface Suggestion {
  id: number
  keyword: string
}

const ORDER = sql`length(identity), identity`

/** The first of the identities that `among` selects, and how many it selects. */
async function listInOrder(db: Db, among: SQL, most: number) {
  const { rows } = await db.execute<{ id: number; keyword: string; count: number }>(sql`
    select keyword_id as id, keyword, count
    from (select identity, (count(*) over ())::int as count from (${among}) a order by ${ORDER} limit ${most}::int) s
      join keywords using (identity) order by ${ORDER}`)
  return { suggestions: rows.map(({ id, keyword }) => ({ id, keyword })), count: rows[0]?.count ?? 0 }
}

interface Sought {
  text: string
  matches: SQL
  /** Order in which matches are compared. */
  order?: SQL
  most: number
}

/** The shortest matches (decision 46). */
async function listShortest(db: Db, { text, matches, order = sql``, most }: Sought): Promise<Suggestion[]> {
  const isText = text.length >= INDEXED_LENGTH
  const compared = isText ? MOST_COMPARED.text : MOST_COMPARED.letters
  const among = sql`select identity from keywords where ${matches} ${order} limit ${compared}::int`
  const { suggestions, count } = await listInOrder(db, among, most)
  if (count < compared || !isText) return suggestions
  const shortest = sql`select identity from keywords where length(identity) >= length(${text}::text)
    order by ${ORDER} limit ${SHORTEST}::int`
  const first = await listInOrder(db, sql`select identity from (${shortest}) k where ${matches}`, most)
  const all = [...first.suggestions, ...suggestions].map((one) => [one.id, one] as const)
  return [...new Map(all).values()].slice(0, most)
}

/**
 * The best suggestions, short ones first: keywords that begin with the text and, if there are too few,
 * keywords that contain it. For texts too short for a trigram index, keywords with a word that begins with
 * it.
 */
export async function suggestKeywords(db: Db, typed: string): Promise<Suggestion[]> {
  const text = keywordIdentity(typed)
  // Not `like`, for which the index of trigrams may be taken, and that finds every keyword with these letters.
  const begins = sql`identity ^@ ${text}`
  const first = await listShortest(db, {
    text,
    matches: begins,
    // From the index of beginnings alone and in its order, so that nothing beyond those is read, and the text itself comes first.
    order: sql`order by identity using ~<~`,
    most: MOST_SUGGESTIONS,
  })
  if (first.length === MOST_SUGGESTIONS) return first
  const pattern = `${text.length >= INDEXED_LENGTH ? '%' : '% '}${asLiteral(text)}%`
  const matches = sql`identity like ${pattern} and not ${begins}`
  const rest = await listShortest(db, { text, matches, most: MOST_SUGGESTIONS - first.length })
  return [...first, ...rest]
}
