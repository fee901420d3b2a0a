import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'

const MOST = 10
/** Most matches that are sorted; a word of one or two letters is in every second title. */
const MOST_COMPARED = 1000
const MOST_WORDS = 10

export interface ArticleSuggestion {
  id: number
  title: string
  status: string
  siteId: number
}

/** The newest articles whose titles have all of the words; drafts only for their owners. */
export async function suggestArticles(db: Db, typed: string, viewerId: number): Promise<ArticleSuggestion[]> {
  const words = typed.split(/\s+/).filter((word) => word !== '')
  if (words.length === 0) return []
  const fits = words.slice(0, MOST_WORDS).map((word) => sql`title ilike ${`%${asLiteral(word)}%`}`)
  // Matches are found first, through the index on titles. Sorted by age, all articles might be read.
  const { rows } = await db.execute<ArticleSuggestion & Record<string, unknown>>(sql`
    with found as materialized (
      select article_id, title, status, site_id from articles
      where ${sql.join(fits, sql` and `)} and (status <> 'draft' or user_id = ${viewerId})
        and counts_as_article(revises_id, status) limit ${MOST_COMPARED}::int)
    select article_id as id, title, status, site_id as "siteId" from found order by article_id desc limit ${MOST}::int`)
  return rows
}
