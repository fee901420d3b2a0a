import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { articleKeywords, articleProducts, articles } from '../../../db/schema/articles.ts'
import { contentPosts, contentProducts } from '../../../db/schema/content.ts'
import { keywords } from '../../../db/schema/keywords.ts'
import { plannedKeywords } from '../../../db/schema/planner.ts'
import { keywordDays } from '../../../db/schema/share-of-voice.ts'

/** Whether our list contains a keyword with this identity. */
export const isOurs = (identity: SQL) =>
  sql`exists (select from ${keywords} k where k.identity = ${identity})`

/** Statuses of counted articles. */
const COUNTED = sql`('requested', 'returned', 'approved', 'published')`

export interface OwnKeyword {
  keywordId: number
  articles: number
  /** Percent over 30 days; null without data. */
  rate30: number | null
}

/** Keywords of our list with these identities, with our articles and results. */
export async function findOwnKeywords(
  db: Db,
  identities: readonly string[],
): Promise<Map<string, OwnKeyword>> {
  if (identities.length === 0) return new Map()
  const { rows } = await db.execute<{
    identity: string
    keyword_id: number
    articles: number
    rate_30: number | null
  }>(sql`
    select k.identity, k.keyword_id, d.rate_30, (
      select count(*)::int from ${articleKeywords} l join ${articles} a using (article_id)
      where l.keyword_id = k.keyword_id and a.status in ${COUNTED}
        and counts_as_article(a.revises_id, a.status)) as articles
    from ${keywords} k left join ${keywordDays} d using (keyword_id)
    where k.identity = any(${sql.param([...identities])}::text[])`)
  return new Map(
    rows.map((row) => [
      row.identity,
      { keywordId: row.keyword_id, articles: row.articles, rate30: row.rate_30 },
    ]),
  )
}

/** Number of our articles (except drafts) and of other posts that contain each product. */
export async function countArticlesOf(db: Db, asins: readonly string[]): Promise<Map<string, number>> {
  if (asins.length === 0) return new Map()
  const { rows } = await db.execute<{ asin: string; articles: number }>(sql`
    select asin, count(*)::int as articles from (
      select p.asin from ${articleProducts} p join ${articles} a using (article_id)
      where p.asin = any(${sql.param([...asins])}::text[]) and a.status in ${COUNTED}
        and counts_as_article(a.revises_id, a.status)
      group by p.asin, p.article_id
      union all select c.asin from ${contentProducts} c join ${contentPosts} t using (content_post_id)
      where c.asin = any(${sql.param([...asins])}::text[]) and t.article_id is null and t.gone_at is null) found
    group by asin`)
  return new Map(rows.map(({ asin, articles: count }) => [asin, count]))
}

export interface PlannedAlready extends Record<string, unknown> {
  identity: string
  planId: number
  siteCode: string
  month: string
}

/** Plans for a country's keywords by identity, the earliest month first. */
export async function findPlanned(
  db: Db,
  country: string,
  identities: readonly string[],
): Promise<Map<string, PlannedAlready[]>> {
  if (identities.length === 0) return new Map()
  const { rows } = await db.execute<PlannedAlready>(sql`
    select p.identity, p.plan_id as "planId", lower(s.code) as "siteCode", to_char(p.month, 'YYYY-MM') as month
    from ${plannedKeywords} p join sites s using (site_id)
    where p.removed_at is null and p.country = ${country} and p.identity = any(${sql.param([...identities])}::text[])
    order by p.month, p.plan_id`)
  return Map.groupBy(rows, ({ identity }) => identity)
}
