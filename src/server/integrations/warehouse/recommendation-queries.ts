import { type SQL, sql } from 'drizzle-orm'
import type { Stock } from '#shared/features/product-library/rules.ts'
import { STOCK_PRESET } from '#shared/features/stock-report/rules.ts'
import type { Db } from '../../db/connect.ts'
import { asLiteral } from '../../db/like-pattern.ts'
import { IS_UPDATE_OF_POST, isDraftedWithout, isWithout, OPEN_STATUSES } from '../../db/open-updates.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { stockOrder } from '../../db/stock-order.ts'
import {
  type PlacesSummary,
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
const nameOf = sql`coalesce(nullif(cp.name, ''), pr.name)`

/** Every word must occur in the ASIN, the name or the title. */
function hasWords(query: string): SQL[] {
  const words = query.split(/\s+/).filter((word) => word !== '')
  return words.slice(0, MOST_WORDS).map((word) => {
    const part = `%${asLiteral(word)}%`
    return sql`(cp.asin ilike ${part} or ${nameOf} ilike ${part} or p.title ilike ${part})`
  })
}

const all = (conditions: readonly SQL[]) => sql.join([...conditions], sql` and `)

const codesOf = (sites: readonly string[]) =>
  sql`lower(s.code) = any(${sql.param(sites.map((code) => code.toLowerCase()))}::text[])`

const isGone = (stock: Stock): boolean => STOCK_PRESET.some((each) => each === stock)

const NAMED = sql`, ${nameOf} as name, p.title`

/**
 * Products that cannot be bought have a table with everything but names, which is enough for most queries.
 */
const foundGone = ({ stocks, sites, query = '' }: RecommendationFilter, isNamed: boolean): SQL => sql`
  select r.content_post_id as id, lower(s.code) as site, r.product_id, r.asin, r.stock, r.stock_since as since,
    r.cents as at_risk, r.is_estimated${isNamed ? NAMED : sql``}
  from stock_risks r join sites s using (site_id)
  ${isNamed ? sql`join content_posts p using (content_post_id) join content_products cp using (content_post_id, asin) join products pr on pr.asin = r.asin` : sql``}
  where ${all([sql`r.stock = any(${sql.param([...stocks])}::text[])`, ...(sites ? [codesOf(sites)] : []), ...hasWords(query)])}`

const foundAny = ({ stocks, sites, query = '' }: RecommendationFilter): SQL => sql`
  select p.content_post_id as id, lower(s.code) as site, pr.product_id, pr.asin, pr.stock, pr.stock_since as since,
    r.cents as at_risk, coalesce(r.is_estimated, false) as is_estimated${NAMED}
  from products pr
  join content_products cp on cp.asin = pr.asin
  join content_posts p on p.content_post_id = cp.content_post_id and p.gone_at is null
  join sites s on s.site_id = p.site_id
  left join stock_risks r on r.asin = cp.asin and r.content_post_id = cp.content_post_id
  where ${all([sql`pr.stock = any(${sql.param([...stocks])}::text[])`, ...(sites ? [codesOf(sites)] : []), ...hasWords(query)])}`

/** Matches of a filter, one row per product of a post; with names if requested. */
const found = (filter: RecommendationFilter, { names } = { names: false }): SQL =>
  filter.stocks.every(isGone)
    ? foundGone(filter, names || (filter.query ?? '').trim() !== '')
    : foundAny(filter)

const SORTS: Readonly<Record<RecommendationSort, SQL>> = {
  asin: sql`asin`,
  name: readingOrder(sql`name`),
  postTitle: readingOrder(sql`title`),
  stock: stockOrder(sql`stock`),
  since: sql`since`,
  atRisk: sql`at_risk`,
}

/** Unknown values come last; ties are sorted by post, and products in one state by ASIN. */
function orderOf({ sort, sortOrder }: RecommendationOrder): SQL {
  const direction = sql.raw(sortOrder === 'desc' ? 'desc nulls last' : 'asc nulls first')
  const tie = sql.raw(sortOrder === 'desc' ? 'desc' : 'asc')
  const ties = sort === 'stock' ? sql`asin ${tie}, id ${tie}` : sql`id ${tie}, asin ${tie}`
  return sql`${SORTS[sort]} ${direction}, ${ties}`
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
  is_changeable: boolean
  is_in_article: boolean
  open_update: Recommendation['update']
}

const CENTS = 100
const dollarsOf = (cents: number | null) => (cents === null ? null : cents / CENTS)

/** Converts a row to the port's type. */
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
  isChangeable: row.is_changeable,
  isInArticle: row.is_in_article,
  update: row.open_update,
})

/** The replacement of product `f` in post `p` is an update of its article. Other posts of articles are edited on their sites. */
const IS_IN_ARTICLE = sql`exists (select from articles a join article_products x using (article_id)
  where a.article_id = p.article_id and a.status = 'published' and x.asin = f.asin)`
const IS_CHANGEABLE = sql`p.article_id is null and s.changes_live_posts and s.retired_at is null and p.post_id ~ '^[0-9]{1,9}$'`

/** The update of post `p` that is in progress; of several, one without the product of `f` first. */
const openUpdate = sql`(
  select json_build_object('articleId', a.article_id, 'status', a.status, 'userId', a.user_id, 'isWithout', o.is_without)
  from articles a cross join lateral (select ${isDraftedWithout(sql`f.asin`)} as is_without) o
  where ${IS_UPDATE_OF_POST} and a.status in (${OPEN_STATUSES})
  order by o.is_without desc, a.article_id desc limit 1)`

/** All displayed columns for the found rows `f`. Only screens show the update in progress. */
const shown = ({
  withUpdates,
}: {
  withUpdates: boolean
}) => sql`f.id, f.site, p.post_id, p.title, p.permalink, p.article_id, f.product_id, f.asin, ${nameOf} as name, cp.award,
    coalesce(cp.image_url, pr.image_url) as image_url, f.stock, f.since, f.at_risk, f.is_estimated,
    ${IS_CHANGEABLE} as is_changeable, ${IS_IN_ARTICLE} as is_in_article, ${withUpdates ? openUpdate : sql`null::json`} as open_update`
const SHOWN_FROM = sql`
  join content_posts p on p.content_post_id = f.id
  join sites s on s.site_id = p.site_id
  join content_products cp on cp.content_post_id = f.id and cp.asin = f.asin
  join products pr on pr.product_id = f.product_id`

const isByName = (sort: RecommendationSort) => sort === 'name' || sort === 'postTitle'

/** Query for all rows in order, without their updates; `within` selects a page, with them. */
export const allRecommendationsQuery = (
  query: RecommendationFilter & RecommendationOrder,
  within?: SQL,
): SQL => sql`
  select * from (
    select ${shown({ withUpdates: within !== undefined })}
    from (select * from (${found(query, { names: isByName(query.sort) })}) every order by ${orderOf(query)} ${within ?? sql``}) f
    ${SHOWN_FROM}) shown
  order by ${orderOf(query)}`

export async function listRecommendations(
  db: Db,
  query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
): Promise<Recommendation[]> {
  const { page, pageSize } = query
  const within = sql`limit ${pageSize}::int offset ${(page - 1) * pageSize}::bigint`
  const { rows } = await db.execute<StoredRecommendation>(allRecommendationsQuery(query, within))
  return rows.map(recommendationOf)
}

export async function countRecommendations(
  db: Db,
  filter: RecommendationFilter,
): Promise<RecommendationCount> {
  const { rows } = await db.execute<{ total: number; risk: number | null; unknown: number }>(sql`
    select count(*)::int as total, sum(at_risk)::float8 as risk,
      (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
    from (${found(filter)}) found`)
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
  stock: stockOrder(sql`stock`),
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

/** A page of products and the total count. Unknown values come last. */
export async function listRecommendedProducts(
  db: Db,
  query: RecommendationFilter & RecommendationOrder & { page: number; pageSize: number },
): Promise<{ total: number; rows: RecommendedProduct[] }> {
  const { page, pageSize, sort, sortOrder } = query
  const isDown = sortOrder === 'desc'
  const direction = sql.raw(isDown ? 'desc nulls last' : 'asc nulls first')
  const order = sql`${PRODUCT_SORTS[sort]} ${direction}, asin ${sql.raw(isDown ? 'desc' : 'asc')}`
  const names = sort === 'name'
  const { rows } = await db.execute<StoredProduct>(sql`
    with found as not materialized (${found(query, { names })}),
    grouped as materialized (
      select product_id, asin, min(stock) as stock, min(since) as since, min(id) as first, count(*)::int as posts,
        sum(at_risk)::float8 as at_risk, coalesce(bool_or(is_estimated), false) as is_estimated,
        (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
        ${names ? sql`, (array_agg(name order by id))[1] as name` : sql``}
      from found group by product_id, asin),
    page as materialized (
      select g.*, row_number() over (order by ${order}) as place from (
        select * from grouped order by ${order} limit ${pageSize}::int offset ${(page - 1) * pageSize}::bigint) g),
    worst as (
      select f.* from page cross join lateral (
        select f.*, row_number() over (order by f.at_risk desc nulls last, f.id) as place
        from found f where f.asin = page.asin order by place limit ${SHOWN_POSTS}::int) f),
    posts as (
      select f.product_id, json_agg(to_json(f) order by f.place) as rows
      from (select ${shown({ withUpdates: true })}, f.place from worst f ${SHOWN_FROM}) f group by f.product_id)
    select n.total, g.* from (select count(*)::int as total from grouped) n
    left join (
      select g.product_id, g.asin, ${nameOf} as name, coalesce(cp.image_url, pr.image_url) as image_url, g.stock, g.since,
        g.posts, g.at_risk, g.is_estimated, g.unknown, posts.rows, g.place
      from page g join posts using (product_id)
      join content_products cp on cp.content_post_id = g.first and cp.asin = g.asin
      join products pr on pr.product_id = g.product_id) g on true
    order by g.place`)
  return {
    total: rows[0]?.total ?? 0,
    // Beyond the last page, a single row contains only the total.
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
    with found as materialized (${found(filter)})
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
    sites: (row?.sites ?? []).map(({ site, cents }) => ({ site, atRisk: cents / CENTS })),
  }
}

/** Starts from the open updates, which are far fewer than the recommendations. */
export async function summarizePlaces(
  db: Db,
  { mayChangeLive, ...filter }: RecommendationFilter & { mayChangeLive: boolean },
): Promise<PlacesSummary> {
  const { rows } = await db.execute<{ place: string; places: number; at_risk: number | null }>(sql`
    with found as materialized (${found(filter)}),
    updates as materialized (
      select article_id, revises_id from articles where status in (${OPEN_STATUSES})),
    -- By three joins, each with an index, and not by IS_UPDATE_OF_POST.
    updated as materialized (
      select p.content_post_id as id, u.article_id from updates u join content_posts p on p.article_id = u.revises_id
      union select p.content_post_id, u.article_id from updates u join content_posts p on p.update_article_id = u.revises_id
      union select p.content_post_id, u.article_id from updates u join content_posts p on p.update_article_id = u.article_id)
    select place, count(*)::int as places, sum(at_risk)::float8 as at_risk from (
      select f.at_risk, case
        when exists (select from updated u where u.id = f.id and ${isWithout(sql`u.article_id`, sql`f.asin`)}) then 'drafted'
        when ${IS_IN_ARTICLE} or (${mayChangeLive}::boolean and ${IS_CHANGEABLE}) then 'here'
        else 'sites' end as place
      from found f join content_posts p on p.content_post_id = f.id join sites s on s.site_id = p.site_id) placed
    group by place`)
  const sumOf = (place: keyof PlacesSummary) => {
    const row = rows.find((each) => each.place === place)
    return { places: row?.places ?? 0, atRisk: dollarsOf(row?.at_risk ?? null) }
  }
  return { here: sumOf('here'), sites: sumOf('sites'), drafted: sumOf('drafted') }
}
