import { sql } from 'drizzle-orm'
import { articles } from './schema/articles.ts'

/**
 * Lists and counts of articles leave approved updates out: each is the text of the article that it revises. One that
 * waits for QA, or was turned down, stands for itself. Written by hand, it is `counts_as_article(a.revises_id, a.status)`.
 */
export const countsAsArticle = sql`counts_as_article(${articles.revisesId}, ${articles.status})`
