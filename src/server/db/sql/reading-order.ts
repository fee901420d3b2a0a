import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'

/**
 * A text to be sorted by as people read it, whatever locale the database has: letters beside their accented
 * forms, and capitals as their small ones. An index serves it only when it was made with the same collation.
 */
export const readingOrder = (text: SQLWrapper): SQL => sql`lower(${text} collate "und-x-icu")`
