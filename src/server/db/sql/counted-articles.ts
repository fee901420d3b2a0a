import { sql } from 'drizzle-orm'
import { articles } from '../schema/articles.ts'

/**
 * Filter for lists and counts of articles. It leaves approved updates out, because each is now the text of the article
 * that it revises; waiting and rejected updates count. In raw SQL: `counts_as_article(a.revises_id, a.status)`.
 */
export const countsAsArticle = sql`counts_as_article(${articles.revisesId}, ${articles.status})`
