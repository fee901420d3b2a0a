import { type SQL, sql } from 'drizzle-orm'
import { RISK_WEEKS } from '#shared/features/stock-report/rules.ts'
import type { Db } from '../../db/connect.ts'
import { readingOrder } from '../../db/reading-order.ts'
import {
  type Recommendation,
  type RecommendationCount,
  type RecommendationFilter,
  type RecommendationOrder,
  type RecommendationSort,
  type RecommendedProduct,
  type RiskSummary,
  SHOWN_POSTS,
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

const isOut = sql`pr.stock in ('OUT_OF_STOCK', 'INVALID_ASIN')`

/**
 * Beside `cp` and `p`: `at_risk` in cents a week, and whether it is estimated, of what went out at a moment. The share
 * is asked for only where it is needed. `RISK_FORMULA` says the same to people.
 */
export function riskSince(since: SQL, when: SQL): SQL {
  // The Monday of the week in which it went out: the weeks before it were full ones.
  const outMonday = sql`date_trunc('week', ${since} at time zone 'UTC')::date`
  const lastWeeks = sql`e.week_start >= ${outMonday} - ${sql.raw(String(7 * RISK_WEEKS))} and e.week_start < ${outMonday}`
  const weekly = sql`sum(e.cents) / ${sql.raw(`${RISK_WEEKS}.0`)}`
  // What the product earned in the post a week, where that was told.
  const told = sql`case when ${when} then (
    select ${weekly} from product_earnings e
    where e.content_post_id = p.content_post_id and e.asin = cp.asin and ${lastWeeks})::float8 end`
  // What part of the earnings of those posts it had in which it was told; never less than none, nor more than all.
  const share = sql`(
    select case when sum(w.cents) > 0 then greatest(0, least(1, sum(e.cents)::float8 / sum(w.cents))) end
    from product_earnings e join content_earnings w using (content_post_id, week_start)
    where e.asin = cp.asin and ${lastWeeks})`
  // What the post earned a week, by that share.
  const estimated = sql`case when ${when} then (
    select ${weekly} from content_earnings e where e.content_post_id = p.content_post_id and ${lastWeeks})::float8
    * ${share} end`
  return sql`cross join lateral (select ${told} as told) t
    cross join lateral (select case when t.told is null then ${estimated} end as guess) g
    cross join lateral (select coalesce(t.told, g.guess) as at_risk, t.told is null and g.guess is not null as is_estimated) r`
}

const risk = riskSince(sql`pr.stock_since`, isOut)

const foundBy = (filter: RecommendationFilter) => sql`
  from products pr
  join content_products cp on cp.asin = pr.asin
  join content_posts p on p.content_post_id = cp.content_post_id and p.gone_at is null
  join sites s on s.site_id = p.site_id
  ${risk}
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
  is_estimated: boolean
}

const CENTS = 100
const dollarsOf = (cents: number | null) => (cents === null ? null : Math.round(cents) / CENTS)

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
  atRisk: dollarsOf(row.at_risk),
  isEstimated: row.is_estimated,
})

const found = (filter: RecommendationFilter) => sql`
  select p.content_post_id as id, lower(s.code) as site, p.post_id, p.title, p.permalink, p.article_id, pr.product_id, cp.asin,
    ${nameOf} as name, cp.award, coalesce(cp.image_url, pr.image_url) as image_url, pr.stock,
    pr.stock_since as since, r.at_risk, r.is_estimated
  ${foundBy(filter)}`

/** All of them in order, as a question. */
export const allRecommendationsQuery = (query: RecommendationFilter & RecommendationOrder): SQL => sql`
  select * from (${found(query)}) found
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
    from (select pr.stock, r.at_risk ${foundBy(filter)}) found`)
  const { total = 0, risk: cents = null, unknown = 0 } = rows[0] ?? {}
  return { total, atRisk: dollarsOf(cents), unknown }
}

interface StoredProduct extends Record<string, unknown> {
  product_id: number
  asin: string
  name: string
  image_url: string | null
  stock: Recommendation['stock']
  since: string | null
  posts: number
  at_risk: number | null
  is_estimated: boolean
  unknown: number
  rows: StoredRecommendation[]
  total: number
}

const PRODUCT_SORTS: Readonly<Record<RecommendationSort, SQL>> = {
  asin: sql`asin`,
  name: readingOrder(sql`name`),
  postTitle: sql`posts`,
  stock: sql`stock`,
  since: sql`since`,
  atRisk: sql`at_risk`,
}

const productOf = (row: StoredProduct): RecommendedProduct => ({
  productId: row.product_id,
  asin: row.asin,
  name: row.name,
  imageUrl: row.image_url,
  stock: row.stock,
  since: row.since === null ? null : new Date(row.since),
  posts: row.posts,
  atRisk: dollarsOf(row.at_risk),
  isEstimated: row.is_estimated,
  unknown: row.unknown,
  rows: row.rows.map(recommendationOf),
})

/** A page of products, and how many there are on all pages. What is unknown stands below everything. */
export async function listRecommendedProducts(
  db: Db,
  query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
): Promise<{ total: number; rows: RecommendedProduct[] }> {
  const { page, pageSize, sort, sortOrder } = query
  const isDown = sortOrder === 'desc'
  const direction = sql.raw(isDown ? 'desc nulls last' : 'asc nulls first')
  const { rows } = await db.execute<StoredProduct>(sql`
    with found as materialized (${found(query)}),
    grouped as (
      select product_id, asin, (array_agg(name order by id))[1] as name, (array_agg(image_url order by id))[1] as image_url,
        stock, since, count(*)::int as posts, sum(at_risk)::float8 as at_risk, bool_or(is_estimated) as is_estimated,
        (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
      from found group by product_id, asin, stock, since)
    select g.*, n.total, (
      select coalesce(json_agg(f order by f.at_risk desc nulls last, f.id), '[]') from (
        select * from found f where f.product_id = g.product_id
        order by f.at_risk desc nulls last, f.id limit ${SHOWN_POSTS}::int) f) as rows
    from (select count(*)::int as total from grouped) n
    left join lateral (select * from grouped order by ${PRODUCT_SORTS[sort]} ${direction}, asin ${sql.raw(isDown ? 'desc' : 'asc')}
      limit ${pageSize}::int offset ${(page - 1) * pageSize}::bigint) g on true
    order by ${PRODUCT_SORTS[sort]} ${direction}, asin ${sql.raw(isDown ? 'desc' : 'asc')}`)
  return {
    total: rows[0]?.total ?? 0,
    // Beyond the last page there is a row with nothing but the number of all.
    rows: rows.filter(({ product_id }) => product_id !== null).map(productOf),
  }
}

export async function summarizeRisk(
  db: Db,
  { newSince, ...filter }: RecommendationFilter & { newSince: Date },
): Promise<RiskSummary> {
  const isNew = sql`since >= ${newSince.toISOString()}::timestamptz`
  const { rows } = await db.execute<
    Record<'products' | 'posts' | 'unknown' | 'new_products', number> &
      Record<'at_risk' | 'new_risk', number | null> & {
        is_estimated: boolean | null
        sites: { site: string; cents: number }[]
      } & Record<string, unknown>
  >(sql`
    with found as materialized (
      select p.content_post_id as id, lower(s.code) as site, pr.product_id, pr.stock, pr.stock_since as since,
        r.at_risk, r.is_estimated ${foundBy(filter)})
    select count(distinct product_id)::int as products, count(distinct id)::int as posts, sum(at_risk)::float8 as at_risk,
      bool_or(is_estimated) as is_estimated,
      (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown,
      (count(distinct product_id) filter (where ${isNew} and stock <> 'IN_STOCK'))::int as new_products,
      sum(at_risk) filter (where ${isNew})::float8 as new_risk,
      (select coalesce(json_agg(by_site order by cents desc, site), '[]') from (
        select site, sum(at_risk)::float8 as cents from found where at_risk is not null group by site) by_site) as sites
    from found`)
  const [row] = rows
  return {
    products: row?.products ?? 0,
    posts: row?.posts ?? 0,
    atRisk: dollarsOf(row?.at_risk ?? null),
    isEstimated: row?.is_estimated ?? false,
    unknown: row?.unknown ?? 0,
    news: { products: row?.new_products ?? 0, atRisk: dollarsOf(row?.new_risk ?? null) },
    sites: (row?.sites ?? []).map(({ site, cents }) => ({ site, atRisk: Math.round(cents) / CENTS })),
  }
}
