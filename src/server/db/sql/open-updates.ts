import { type SQL, sql } from 'drizzle-orm'

/** Statuses of an article that is still on its way to its readers, as a list in SQL. */
export const OPEN_STATUSES = sql`'draft', 'requested', 'returned', 'approved'`

/** Whether article `a` updates post `p`: its article, the article that renewed it, or the post itself. */
export const IS_UPDATE_OF_POST = sql`(a.revises_id = p.article_id or a.revises_id = p.update_article_id or a.article_id = p.update_article_id)`

/** Whether an article does not recommend a product. */
export const isWithout = (articleId: SQL, asin: SQL): SQL =>
  sql`not exists (select from article_products x where x.article_id = ${articleId} and x.asin = ${asin})`

/**
 * Whether article `a` is the drafted update that takes a product out of a live post: readers see the product
 * until it is carried out. Products OOS and the outcome of a replacement count by it.
 */
export const isDraftedWithout = (asin: SQL): SQL => sql`(a.status in (${OPEN_STATUSES})
  and (a.revises_id is not null or exists (select from content_posts u where u.update_article_id = a.article_id))
  and ${isWithout(sql`a.article_id`, asin)})`
