import { type SQL, sql } from 'drizzle-orm'
import type { SearchedQuery, SearchedSort } from '#shared/features/keywords/opportunities/contract.ts'
import { SEARCHED } from '#shared/features/keywords/opportunities/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import { isOurs } from './queries.ts'

/** A query that shows our posts, and the post with the most clicks. */
export interface SearchedRow extends Record<string, unknown> {
  query: string
  clicks: number
  impressions: number
  position: number
  posts: number
  siteId: number
  siteCode: string
  title: string
  permalink: string | null
  articleId: number | null
}

const SORTS: Readonly<Record<SearchedSort, SQL>> = {
  impressions: sql`k.impressions`,
  clicks: sql`k.clicks`,
  position: sql`k.position`,
  name: sql`q.query`,
}

/** The queries without a page that a filter leaves. */
function searched({ query, site, exclude_existing_keywords: excludeExistingKeywords }: SearchedQuery): SQL {
  const words = query?.trim() ?? ''
  const conditions = [
    sql`k.period = ${SEARCHED.days}::smallint and k.impressions >= ${SEARCHED.impressions}::int and not k.is_named`,
    sql`not exists (select from content_posts p where p.keyword_identity = q.query and p.gone_at is null)`,
    ...(words === '' ? [] : [sql`q.query ilike ${`%${asLiteral(words)}%`}`]),
    ...(site === undefined
      ? []
      : [
          sql`exists (select from content_posts b where b.content_post_id = k.best_post_id and b.site_id = ${site}::int)`,
        ]),
    ...(excludeExistingKeywords ? [sql`not ${isOurs(sql`q.query`)}`] : []),
  ]
  return sql`from search_query_totals k join search_queries q using (query_id) where ${sql.join(conditions, sql` and `)}`
}

export async function countSearched(db: Db, question: SearchedQuery): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total ${searched(question)}`,
  )
  return rows[0]?.total ?? 0
}

/** A page of them; `total` is how many there are. */
export function listSearched(
  db: Db,
  question: SearchedQuery,
  { total, perPage }: { total: number; perPage: number },
): Promise<SearchedRow[]> {
  const { page, sort, sortOrder } = question
  const offset = (page - 1) * perPage
  const isDown = sortOrder === 'desc'
  // In the order of the index by impressions, read forwards or backwards.
  const direction = sql.raw(isDown ? 'desc nulls last' : 'asc nulls first')
  const list = async () => {
    const { rows } = await db.execute<SearchedRow>(sql`
      with page as materialized (
        select o.*, row_number() over () as place from (
          select q.query, k.clicks, k.impressions, k.position, k.posts, k.best_post_id ${searched(question)}
          order by ${SORTS[sort]} ${direction}, k.query_id ${sql.raw(isDown ? 'asc' : 'desc')}
          limit ${perPage} offset ${offset}
        ) o
      )
      select page.query, page.clicks, page.impressions, page.position, page.posts, b.site_id as "siteId",
        lower(s.code) as "siteCode", b.title, b.permalink, b.article_id as "articleId"
      from page join content_posts b on b.content_post_id = page.best_post_id join sites s using (site_id)
      order by page.place`)
    return rows
  }
  return rowsWithin(offset, async () => total, list)
}

/** The newest day that is known of any site. */
export async function readSearchedUntil(db: Db): Promise<string | null> {
  const { rows } = await db.execute<{ until: string | null }>(
    sql`select to_char(max(day), 'YYYY-MM-DD') as until from search_days`,
  )
  return rows[0]?.until ?? null
}
