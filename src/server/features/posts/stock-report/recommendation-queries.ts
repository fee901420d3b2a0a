import { type SQL, sql } from 'drizzle-orm'
import type {
  StockReportFilter,
  StockReportPlaces,
  StockReportProduct,
  StockReportRow,
  StockReportSort,
  StockReportSummary,
} from '#shared/features/posts/stock-report/contract.ts'
import { STOCK_PRESET } from '#shared/features/posts/stock-report/rules.ts'
import type { Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import {
  IS_UPDATE_OF_POST,
  isDraftedWithout,
  isWithout,
  OPEN_STATUSES,
} from '../../../db/sql/open-updates.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import { stockOrder } from '../../../db/sql/stock-order.ts'
import type { OpenUpdate } from '../content-tracker/feature.ts'

/** A product of a post; with the columns of the answer. */
export interface Recommendation
  extends Omit<StockReportRow, 'edit_url' | 'is_here' | 'update' | 'commission'> {
  /** It was not written here, and its site allows changes to such posts. */
  isChangeable: boolean
  /** The post is one of our published articles and recommends the product. */
  isInArticle: boolean
  /** The update of the post that is in progress; `isWithout` if it no longer recommends the product. */
  update: (OpenUpdate & { isWithout: boolean }) | null
}

/** A product with the posts that recommend it, at most `SHOWN_POSTS`. */
export interface RecommendedProduct extends Omit<StockReportProduct, 'rows'> {
  rows: Recommendation[]
}

type Filter = Pick<StockReportFilter, 'stock' | 'site_filter' | 'query'>
type Order = Pick<StockReportFilter, 'sort' | 'sortOrder'>
export type StockReportPage = StockReportFilter & { page: number; perPage: number }

/** Most posts returned with a product. */
const SHOWN_POSTS = 100
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

const isOfSites = (ids: readonly number[]) => sql`s.site_id = any(${sql.param([...ids])}::int[])`

const isGone = (stock: Stock): boolean => STOCK_PRESET.some((each) => each === stock)

const NAMED = sql`, ${nameOf} as name, p.title`

/**
 * Products that cannot be bought have a table with everything but names, which is enough for most queries.
 */
const foundGone = ({ stock, site_filter: siteFilter, query = '' }: Filter, isNamed: boolean): SQL => sql`
  select r.content_post_id as id, lower(s.code) as site, r.product_id, r.asin, r.stock, r.stock_since as since,
    r.cents as at_risk, r.is_estimated${isNamed ? NAMED : sql``}
  from stock_risks r join sites s using (site_id)
  ${isNamed ? sql`join content_posts p using (content_post_id) join content_products cp using (content_post_id, asin) join products pr on pr.asin = r.asin` : sql``}
  where ${all([sql`r.stock = any(${sql.param([...stock])}::text[])`, ...(siteFilter ? [isOfSites(siteFilter)] : []), ...hasWords(query)])}`

const foundAny = ({ stock, site_filter: siteFilter, query = '' }: Filter): SQL => sql`
  select p.content_post_id as id, lower(s.code) as site, pr.product_id, pr.asin, pr.stock, pr.stock_since as since,
    r.cents as at_risk, coalesce(r.is_estimated, false) as is_estimated${NAMED}
  from products pr
  join content_products cp on cp.asin = pr.asin
  join content_posts p on p.content_post_id = cp.content_post_id and p.gone_at is null
  join sites s on s.site_id = p.site_id
  left join stock_risks r on r.asin = cp.asin and r.content_post_id = cp.content_post_id
  where ${all([sql`pr.stock = any(${sql.param([...stock])}::text[])`, ...(siteFilter ? [isOfSites(siteFilter)] : []), ...hasWords(query)])}`

/** Matches of a filter, one row per product of a post; with names if requested. */
const found = (filter: Filter, { names } = { names: false }): SQL =>
  filter.stock.every(isGone)
    ? foundGone(filter, names || (filter.query ?? '').trim() !== '')
    : foundAny(filter)

const SORTS: Readonly<Record<StockReportSort, SQL>> = {
  ASIN: sql`asin`,
  TITLE: readingOrder(sql`name`),
  POST_TITLE: readingOrder(sql`title`),
  AVAILABILITY_TYPE: stockOrder(sql`stock`),
  SINCE: sql`since`,
  AT_RISK: sql`at_risk`,
}

/** Unknown values come last; ties are sorted by post, and products in one state by ASIN. */
function orderOf({ sort, sortOrder }: Order): SQL {
  const direction = sql.raw(sortOrder === 'desc' ? 'desc nulls last' : 'asc nulls first')
  const tie = sql.raw(sortOrder === 'desc' ? 'desc' : 'asc')
  const ties = sort === 'AVAILABILITY_TYPE' ? sql`asin ${tie}, id ${tie}` : sql`id ${tie}, asin ${tie}`
  return sql`${SORTS[sort]} ${direction}, ${ties}`
}

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

const isoOf = (moment: SQL) => sql`to_char(${moment} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The columns of `Recommendation`, of the rows above. */
const TRAVELLING = sql`asin as "ASIN", name as "TITLE", permalink as "PERMALINK", post_id as "POST_ID", title as "POST_TITLE",
  stock as "AVAILABILITY_TYPE", site, article_id is not null as is_article, product_id, image_url, award, ${isoOf(sql`since`)} as since,
  at_risk::float8 / 100 as at_risk, is_estimated as is_estimate, is_changeable as "isChangeable", is_in_article as "isInArticle", open_update as update`
const SHOWN_FROM = sql`
  join content_posts p on p.content_post_id = f.id
  join sites s on s.site_id = p.site_id
  join content_products cp on cp.content_post_id = f.id and cp.asin = f.asin
  join products pr on pr.product_id = f.product_id`

const isByName = (sort: StockReportSort) => sort === 'TITLE' || sort === 'POST_TITLE'

/** Query for all rows in order, without their updates; `within` selects a page, with them. */
export const allRecommendationsQuery = (query: StockReportFilter, within?: SQL): SQL => sql`
  select ${TRAVELLING} from (
    select ${shown({ withUpdates: within !== undefined })}
    from (select * from (${found(query, { names: isByName(query.sort) })}) every order by ${orderOf(query)} ${within ?? sql``}) f
    ${SHOWN_FROM}) shown
  order by ${orderOf(query)}`

export async function listRecommendations(db: Db, query: StockReportPage): Promise<Recommendation[]> {
  const { page, perPage } = query
  const within = sql`limit ${perPage}::int offset ${(page - 1) * perPage}::bigint`
  const { rows } = await db.execute<Recommendation & Record<string, unknown>>(
    allRecommendationsQuery(query, within),
  )
  return rows
}

/** Number of all rows, the sum of their known risks, and the number of those whose risk is unknown. */
export async function countRecommendations(
  db: Db,
  filter: Filter,
): Promise<{ total: number; at_risk: number | null; unknown: number }> {
  const { rows } = await db.execute<{ total: number; at_risk: number | null; unknown: number }>(sql`
    select count(*)::int as total, sum(at_risk)::float8 / 100 as at_risk,
      (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
    from (${found(filter)}) found`)
  return rows[0] ?? { total: 0, at_risk: null, unknown: 0 }
}

const PRODUCT_SORTS: Readonly<Record<StockReportSort, SQL>> = { ...SORTS, POST_TITLE: sql`posts` }

/** A page of products and the total count. Unknown values come last. */
export async function listRecommendedProducts(
  db: Db,
  query: StockReportPage,
): Promise<{ total: number; rows: RecommendedProduct[] }> {
  const { page, perPage, sort, sortOrder } = query
  const isDown = sortOrder === 'desc'
  const direction = sql.raw(isDown ? 'desc nulls last' : 'asc nulls first')
  const order = sql`${PRODUCT_SORTS[sort]} ${direction}, asin ${sql.raw(isDown ? 'desc' : 'asc')}`
  const names = sort === 'TITLE'
  const { rows } = await db.execute<RecommendedProduct & { total: number } & Record<string, unknown>>(sql`
    with found as not materialized (${found(query, { names })}),
    grouped as materialized (
      select product_id, asin, min(stock) as stock, min(since) as since, min(id) as first, count(*)::int as posts,
        sum(at_risk)::float8 as at_risk, coalesce(bool_or(is_estimated), false) as is_estimated,
        (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown
        ${names ? sql`, (array_agg(name order by id))[1] as name` : sql``}
      from found group by product_id, asin),
    page as materialized (
      select g.*, row_number() over (order by ${order}) as place from (
        select * from grouped order by ${order} limit ${perPage}::int offset ${(page - 1) * perPage}::bigint) g),
    worst as (
      select f.* from page cross join lateral (
        select f.*, row_number() over (order by f.at_risk desc nulls last, f.id) as place
        from found f where f.asin = page.asin order by place limit ${SHOWN_POSTS}::int) f),
    posts as (
      select product_id, json_agg(to_json(f) order by f.place) as rows
      from (select ${TRAVELLING}, place from (
        select ${shown({ withUpdates: true })}, f.place from worst f ${SHOWN_FROM}) s) f group by product_id)
    select n.total, g.* from (select count(*)::int as total from grouped) n
    left join (
      select g.product_id, g.asin, ${nameOf} as title, coalesce(cp.image_url, pr.image_url) as image_url,
        g.stock as availability_type, ${isoOf(sql`g.since`)} as since, g.posts, g.at_risk / 100 as at_risk,
        g.is_estimated as is_estimate, g.unknown,
        posts.rows, g.place
      from page g join posts using (product_id)
      join content_products cp on cp.content_post_id = g.first and cp.asin = g.asin
      join products pr on pr.product_id = g.product_id) g on true
    order by g.place`)
  return {
    total: rows[0]?.total ?? 0,
    // Beyond the last page, a single row contains only the total.
    rows: rows.filter((row) => row.product_id !== null).map(({ total: _, ...product }) => product),
  }
}

export async function summarizeRisk(
  db: Db,
  { newSince, ...filter }: Filter & { newSince: Date },
): Promise<Omit<StockReportSummary, 'is_checked'>> {
  const isNew = sql`since >= ${newSince.toISOString()}::timestamptz`
  const { rows } = await db.execute<Omit<StockReportSummary, 'is_checked'>>(sql`
    with found as materialized (${found(filter)})
    select count(distinct product_id)::int as products, count(distinct id)::int as posts,
      sum(at_risk)::float8 / 100 as at_risk, coalesce(bool_or(is_estimated), false) as is_estimate,
      (count(*) filter (where at_risk is null and stock <> 'IN_STOCK'))::int as unknown,
      json_build_object(
        'products', count(distinct product_id) filter (where ${isNew} and stock <> 'IN_STOCK'),
        'at_risk', sum(at_risk) filter (where ${isNew})::float8 / 100) as new,
      (select coalesce(json_agg(json_build_object('site', site, 'at_risk', cents / 100) order by cents desc, site), '[]') from (
        select site, sum(at_risk)::float8 as cents from found where at_risk is not null group by site) by_site) as sites
    from found`)
  const [summary] = rows
  if (summary === undefined) throw new Error('a query without groups has no row')
  return summary
}

/** Starts from the open updates, which are far fewer than the recommendations. */
export async function summarizePlaces(
  db: Db,
  { mayChangeLive, ...filter }: Filter & { mayChangeLive: boolean },
): Promise<StockReportPlaces> {
  const { rows } = await db.execute<StockReportPlaces['here'] & { place: keyof StockReportPlaces }>(sql`
    with found as materialized (${found(filter)}),
    updates as materialized (
      select article_id, revises_id from articles where status in (${OPEN_STATUSES})),
    -- By three joins, each with an index, and not by IS_UPDATE_OF_POST.
    updated as materialized (
      select p.content_post_id as id, u.article_id from updates u join content_posts p on p.article_id = u.revises_id
      union select p.content_post_id, u.article_id from updates u join content_posts p on p.update_article_id = u.revises_id
      union select p.content_post_id, u.article_id from updates u join content_posts p on p.update_article_id = u.article_id)
    select place, count(*)::int as places, sum(at_risk)::float8 / 100 as at_risk from (
      select f.at_risk, case
        when exists (select from updated u where u.id = f.id and ${isWithout(sql`u.article_id`, sql`f.asin`)}) then 'drafted'
        when ${IS_IN_ARTICLE} or (${mayChangeLive}::boolean and ${IS_CHANGEABLE}) then 'here'
        else 'on_sites' end as place
      from found f join content_posts p on p.content_post_id = f.id join sites s on s.site_id = p.site_id) placed
    group by place`)
  const sumOf = (wanted: keyof StockReportPlaces) => {
    const { places, at_risk } = rows.find(({ place }) => place === wanted) ?? { places: 0, at_risk: null }
    return { places, at_risk }
  }
  return { here: sumOf('here'), on_sites: sumOf('on_sites'), drafted: sumOf('drafted') }
}
