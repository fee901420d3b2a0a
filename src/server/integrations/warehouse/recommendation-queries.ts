import { type SQL, sql } from 'drizzle-orm'
import { RISK_WEEKS } from '#shared/features/stock-report/rules.ts'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import type {
  Recommendation,
  RecommendationCount,
  RecommendationFilter,
  RecommendationOrder,
  RecommendationSort,
} from './port.ts'

const MOST_WORDS = 10
const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&')

const nameOf = sql`coalesce(nullif(cp.name, ''), pr.name)`

/** Every word is somewhere in the ASIN, the name or the title. */
function hasWords(query: string): SQL[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => {
    const part = `%${escaped(word)}%`
    return sql`(cp.asin ilike ${part} or ${nameOf} ilike ${part} or p.title ilike ${part})`
  })
}

/** What a filter asks of products `pr`, recommended as `cp` in posts `p` of sites `s`. */
function whereOf({ stocks, sites, query = '' }: RecommendationFilter): SQL {
  return sql.join(
    [
      sql`pr.stock = any(${sql.param([...stocks])}::text[])`,
      ...(sites
        ? [sql`lower(s.code) = any(${sql.param(sites.map((code) => code.toLowerCase()))}::text[])`]
        : []),
      ...hasWords(query),
    ],
    sql` and `,
  )
}

/** The Monday of the week in which it went out: the weeks before it were full ones. */
const outMonday = sql`date_trunc('week', pr.stock_since at time zone 'UTC')::date`

const AT_RISK = sql`case when pr.stock in ('OUT_OF_STOCK', 'INVALID_ASIN') then (
  select sum(e.cents) / ${sql.raw(`${RISK_WEEKS}.0`)} from product_earnings e
  where e.content_post_id = p.content_post_id and e.asin = cp.asin
    and e.week_start >= ${outMonday} - ${sql.raw(String(7 * RISK_WEEKS))} and e.week_start < ${outMonday})::float8 end`

const foundBy = (filter: RecommendationFilter) => sql`
  from products pr
  join content_products cp on cp.asin = pr.asin
  join content_posts p on p.content_post_id = cp.content_post_id and p.gone_at is null
  join sites s on s.site_id = p.site_id
  where ${whereOf(filter)}`

const SORTS: Readonly<Record<RecommendationSort, SQL>> = {
  asin: sql`asin`,
  name: readingOrder(sql`name`),
  postTitle: readingOrder(sql`title`),
  stock: sql`stock`,
  since: sql`since`,
  atRisk: sql`at_risk`,
}

/** What is unknown stands below everything; ties by post and place. */
function orderOf({ sort, sortOrder }: RecommendationOrder): SQL {
  const direction = sql.raw(sortOrder === 'desc' ? 'desc nulls last' : 'asc nulls first')
  const tie = sql.raw(sortOrder === 'desc' ? 'desc' : 'asc')
  return sql`${SORTS[sort]} ${direction}, id ${tie}, asin ${tie}`
}

export interface StoredRecommendation extends Record<string, unknown> {
  site: string
  post_id: string
  title: string
  permalink: string | null
  article_id: number | null
  product_id: number
  asin: string
  name: string
  award: string
  image_url: string | null
  stock: Recommendation['stock']
  since: string | null
  at_risk: number | null
}

const CENTS = 100

/** A row as the port has it. */
export const recommendationOf = (row: StoredRecommendation): Recommendation => ({
  site: row.site,
  postId: row.post_id,
  postTitle: row.title,
  permalink: row.permalink,
  articleId: row.article_id,
  productId: row.product_id,
  asin: row.asin,
  name: row.name,
  award: row.award,
  imageUrl: row.image_url,
  stock: row.stock,
  since: row.since === null ? null : new Date(row.since),
  atRisk: row.at_risk === null ? null : Math.round(row.at_risk) / CENTS,
})

/** All of them in order, as a question. */
export const allRecommendationsQuery = (query: RecommendationFilter & RecommendationOrder): SQL => sql`
  select * from (
    select p.content_post_id as id, lower(s.code) as site, p.post_id, p.title, p.permalink, p.article_id, pr.product_id, cp.asin,
      ${nameOf} as name, cp.award, coalesce(cp.image_url, pr.image_url) as image_url, pr.stock,
      pr.stock_since as since, ${AT_RISK} as at_risk
    ${foundBy(query)}) found
  order by ${orderOf(query)}`

export async function listRecommendations(
  db: Db,
  query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
): Promise<Recommendation[]> {
  const { page, pageSize } = query
  const { rows } = await db.execute<StoredRecommendation>(
    sql`${allRecommendationsQuery(query)} limit ${pageSize}::int offset ${(page - 1) * pageSize}::bigint`,
  )
  return rows.map(recommendationOf)
}

export async function countRecommendations(
  db: Db,
  filter: RecommendationFilter,
): Promise<RecommendationCount> {
  const { rows } = await db.execute<{ total: number; risk: number | null; unknown: number }>(sql`
    select count(*)::int as total, sum(at_risk)::float8 as risk,
      (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
    from (select pr.stock, ${AT_RISK} as at_risk ${foundBy(filter)}) found`)
  const { total = 0, risk = null, unknown = 0 } = rows[0] ?? {}
  return { total, atRisk: risk === null ? null : Math.round(risk) / CENTS, unknown }
}
