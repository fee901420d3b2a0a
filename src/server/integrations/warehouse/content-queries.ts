import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import {
  FLAGS,
  flagBit,
  flagsOf,
  NO_FLAG,
  type RefreshFacts,
  SILENT_WEEKS,
} from '#shared/features/content-tracker/rules.ts'
import type { Db } from '../../db/connect.ts'
import { centsSince, touchesDays } from '../../db/earned-within.ts'
import { asLiteral } from '../../db/like-pattern.ts'
import { IS_UPDATE_OF_POST, OPEN_STATUSES } from '../../db/open-updates.ts'
import { readingOrder } from '../../db/reading-order.ts'
import { contentPosts as posts } from '../../db/schema/content.ts'
import { sites } from '../../db/schema/sites.ts'
import { orderOf } from './order-queries.ts'
import type {
  EarnedWeek,
  FlagCount,
  LateSite,
  PostAddress,
  PostFilter,
  PostOrder,
  ProductAvailability,
  WarehousePost,
} from './port.ts'

const isFlagged = (flag: NonNullable<PostFilter['flag']>): SQL =>
  flag === NO_FLAG ? sql`${posts.flags} = 0` : sql`${posts.flags} & ${flagBit(flag)} <> 0`

const isOfSite = (code: string) =>
  sql`(select ${sites.id} from ${sites} where lower(${sites.code}) = ${code.toLowerCase()})`

/** The condition for a value of the posts' tasks, case-insensitive; `NONE` for posts without one. */
function hasTaskValue(column: SQLWrapper, value: string | undefined): SQL[] {
  if (!value) return []
  return [value === NO_FLAG ? sql`${column} is null` : sql`lower(${column}) = lower(${value}::text)`]
}

/** Conditions of a filter on `content_posts`; deleted posts never match. */
function whereOf({ site, postId, title, flag, refresh, status, priority }: PostFilter): SQL {
  const words = title?.trim() ?? ''
  const conditions = [
    sql`${posts.goneAt} is null`,
    ...(site ? [sql`${posts.siteId} = ${isOfSite(site)}`] : []),
    ...(postId ? [sql`${posts.postId} = ${postId}`] : []),
    ...(words === '' ? [] : [sql`${posts.title} ilike ${`%${asLiteral(words)}%`}`]),
    ...(flag ? [isFlagged(flag)] : []),
    ...(refresh === undefined ? [] : [sql`${posts.refresh} >= ${refresh}::smallint`]),
    ...hasTaskValue(posts.taskStatus, status),
    ...hasTaskValue(posts.taskPriority, priority),
  ]
  return sql.join(conditions, sql` and `)
}

/**
 * Up to this many matches are found by their words and then sorted. With more, walking the sort order finds
 * some soon.
 */
const FEW = 5000
/** Up to this many matches, their ids are kept, so that they are not searched twice. */
const KEPT = 500

/** Number of posts that match a filter, and their ids if the words match few. */
export interface Matches {
  total: number
  ids: readonly number[] | null
}

export const hasWords = ({ title = '' }: PostFilter) => title.trim() !== ''

/**
 * Ids of posts in order, and their positions. `matches` are the posts that the words match; null without
 * words.
 */
function idsOf(query: PostFilter & PostOrder, matches: Matches | null): SQL {
  const where = whereOf(query)
  const isFew = matches !== null && matches.total <= FEW
  const ids = matches?.ids
    ? sql`${sql.param([...matches.ids])}::integer[]`
    : sql`array(select ${posts.id} from ${posts} where ${where})`
  // Otherwise the planner walks along an index in the hope of meeting them.
  const found = isFew ? sql`${posts.id} = any(${ids}) and ${where}` : where
  return sql`select id, row_number() over () as place from (
    select ${posts.id} as id from ${posts} where ${found} order by ${orderOf(query)}) o`
}

const COLUMNS = sql`
  p.content_post_id as id, p.post_id, lower(s.code) as site, p.title,
  to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD') as published_on, p.permalink, p.article_id, p.asins,
  p.earnings_30d, p.clicks_30d, to_char(p.clicks_until, 'YYYY-MM-DD') as clicks_until, p.earnings_4w, p.earnings_4w_before, p.flags,
  p.refresh, p.products_out, p.age_points, p.focus_keyword, p.share_now, p.share_before, p.clicks_before,
  to_char(coalesce(p.text_changed_at, p.published_at) at time zone 'UTC', 'YYYY-MM-DD') as changed_on,
  (select r.article_id from articles r
    where p.article_id is null and r.article_id = p.update_article_id and r.status = 'published') as renewed_by,
  s.changes_live_posts and s.retired_at is null and p.post_id ~ '^[0-9]{1,9}$' as is_changeable,
  u.article_id as update_id, u.status as update_status, u.user_id as update_user_id`

/**
 * For a post `p`: the unpublished article that renews it, as an update of its own article or as a requested
 * one.
 */
const UPDATE = sql`left join lateral (
  select a.article_id, a.status, a.user_id from articles a
  where ${IS_UPDATE_OF_POST} and a.status in (${OPEN_STATUSES})
  order by a.article_id desc limit 1) u on true`

export interface StoredRow extends Record<string, unknown> {
  post_id: string
  site: string
  title: string
  published_on: string | null
  permalink: string | null
  article_id: number | null
  asins: string[]
  earnings_30d: number | null
  clicks_30d: number | null
  clicks_until: string | null
  earnings_4w: number
  earnings_4w_before: number
  flags: number
  refresh: number
  products_out: number
  age_points: number
  focus_keyword: string | null
  share_now: number | null
  share_before: number | null
  clicks_before: number | null
  changed_on: string | null
  renewed_by: number | null
  is_changeable: boolean
  update_id: number | null
  update_status: string | null
  update_user_id: number | null
}

const dollars = (cents: number) => cents / 100

const factsOf = (row: StoredRow): RefreshFacts => ({
  last: row.earnings_4w,
  before: row.earnings_4w_before,
  products: row.asins.length,
  out: row.products_out,
  age: row.age_points,
  changedOn: row.changed_on,
  keyword: row.focus_keyword,
  shareBefore: row.share_before,
  shareNow: row.share_now,
  clicks: row.clicks_30d,
  clicksBefore: row.clicks_before,
})

function updateOf({ update_id: articleId, update_status: status, update_user_id: userId }: StoredRow) {
  return articleId === null || status === null || userId === null ? null : { articleId, status, userId }
}

/** Converts a row to the port's type. */
export const contentRow = (row: StoredRow): WarehousePost => ({
  postId: row.post_id,
  site: row.site,
  title: row.title,
  publishedOn: row.published_on,
  permalink: row.permalink,
  articleId: row.article_id,
  asins: row.asins,
  earnings: row.earnings_30d === null ? null : dollars(row.earnings_30d),
  clicks:
    row.clicks_30d === null || row.clicks_until === null
      ? null
      : { count: row.clicks_30d, until: row.clicks_until },
  lastWeeks: dollars(row.earnings_4w),
  weeksBefore: dollars(row.earnings_4w_before),
  flags: flagsOf(row.flags),
  refresh: row.refresh,
  refreshFacts: factsOf(row),
  renewedBy: row.renewed_by,
  isChangeable: row.is_changeable,
  update: updateOf(row),
})

export async function countContent(db: Db, filter: PostFilter): Promise<Matches> {
  const ids = hasWords(filter)
    ? sql`case when count(*) <= ${KEPT}::int then array_agg(${posts.id}) end`
    : sql`null::integer[]`
  const { rows } = await db.execute<{ total: number; ids: number[] | null }>(
    sql`select count(*)::int as total, ${ids} as ids from ${posts} where ${whereOf(filter)}`,
  )
  return rows[0] ?? { total: 0, ids: null }
}

/** A page of posts. The best plan for a search by words depends on the number of matches. */
export async function listContent(
  db: Db,
  query: PostFilter & PostOrder & { page: number; pageSize: number },
  matches: Matches | null,
): Promise<WarehousePost[]> {
  const { page, pageSize } = query
  const { rows } = await db.execute<StoredRow>(sql`
    with page as materialized (select * from (${idsOf(query, matches)}) i limit ${pageSize} offset ${(page - 1) * pageSize})
    select ${COLUMNS} from page join content_posts p on p.content_post_id = page.id
    join sites s on s.site_id = p.site_id ${UPDATE} order by page.place`)
  return rows.map(contentRow)
}

/** Query for all posts in order. */
export const allContentQuery = (query: PostFilter & PostOrder): SQL => sql`
  select ${COLUMNS} from (
    select *, row_number() over (order by ${orderOf(query)}) as place from ${posts} where ${whereOf(query)}) p
  join sites s on s.site_id = p.site_id ${UPDATE} order by p.place`

export async function findPost(db: Db, { site, postId }: PostAddress): Promise<WarehousePost | null> {
  const { rows } = await db.execute<StoredRow>(sql`
    select ${COLUMNS} from content_posts p join sites s on s.site_id = p.site_id ${UPDATE}
    where p.site_id = ${isOfSite(site)} and p.post_id = ${postId} and p.gone_at is null`)
  return rows[0] ? contentRow(rows[0]) : null
}

export async function findPostsTitled(db: Db, title: string, most: number): Promise<PostAddress[]> {
  const { rows } = await db.execute<PostAddress & Record<string, unknown>>(sql`
    select lower(s.code) as site, p.post_id as "postId" from content_posts p join sites s using (site_id)
    where ${readingOrder(sql`p.title`)} = ${readingOrder(sql`${title.trim()}::text`)} and p.gone_at is null
    order by p.content_post_id limit ${most}`)
  return rows.map(({ site, postId }) => ({ site, postId }))
}

const jsonOf = (posts: readonly PostAddress[]) => JSON.stringify(posts)

/** Earnings per week for each of the posts, in their order. */
export async function listEarnings(
  db: Db,
  wanted: readonly PostAddress[],
  from: string,
): Promise<EarnedWeek[][]> {
  if (wanted.length === 0) return []
  const { rows } = await db.execute<{ place: number; weekStart: string; cents: number }>(sql`
    select w.place::int, e.week_start as "weekStart", e.cents
    from rows from (jsonb_to_recordset(${jsonOf(wanted)}::jsonb) as (site text, "postId" text))
      with ordinality as w (site, post_id, place)
    join sites s on lower(s.code) = lower(w.site)
    join content_posts p on p.site_id = s.site_id and p.post_id = w.post_id and p.gone_at is null
    join content_earnings e on e.content_post_id = p.content_post_id and e.week_start >= ${from}::date
    order by e.week_start`)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map((_post, index) =>
    (byPlace.get(index + 1) ?? []).map(({ weekStart, cents }) => ({ weekStart, earnings: dollars(cents) })),
  )
}

/** The last reported week of each site, and whether the total over all sites waits for it. */
const TOLD = sql`
  select site_id, max(week_start) as newest,
    s.retired_at is null and max(week_start) > max(max(week_start)) over () - 7 * ${sql.raw(String(SILENT_WEEKS))} as is_waited_for
  from site_earnings join sites s using (site_id) group by site_id, s.retired_at`

/** Ends with the last week that all sites have reported: a partial sum would look like a drop. */
export async function listTotals(
  db: Db,
  { site, from }: { site?: string | undefined; from: string },
): Promise<EarnedWeek[]> {
  const isWanted = site ? sql`site_id = ${isOfSite(site)}` : sql`true`
  const { rows } = await db.execute<{ weekStart: string; cents: number }>(sql`
    with told as (${TOLD})
    select week_start as "weekStart", sum(cents)::bigint as cents from site_earnings
    where week_start >= ${from}::date and ${isWanted}
      and ${site ? sql`true` : sql`week_start <= (select coalesce(min(newest) filter (where is_waited_for), max(newest)) from told)`}
    group by week_start order by week_start`)
  return rows.map(({ weekStart, cents }) => ({ weekStart, earnings: dollars(cents) }))
}

export async function listLateSites(
  db: Db,
  { site, from, to }: { site?: string | undefined; from: string; to: string },
): Promise<LateSite[]> {
  const { rows } = await db.execute<LateSite & Record<string, unknown>>(sql`
    with told as (${TOLD})
    select lower(s.code) as site, s.display_name as name, t.newest as "lastWeek", t.is_waited_for as "isWaitedFor"
    from told t join sites s using (site_id)
    where t.newest between ${from}::date and ${to}::date and t.newest < (select max(newest) from told)
      and ${site ? sql`site_id = ${isOfSite(site)}` : sql`true`}
    order by t.newest, s.display_name`)
  return rows
}

interface FlagGroup extends Record<string, unknown> {
  flags: number
  posts: number
  earnings: number
  last: number
  before: number
}

/** There are few distinct combinations of flags, so the count per flag is added up from them. */
export async function countByFlag(db: Db, filter: PostFilter): Promise<FlagCount[]> {
  const { rows } = await db.execute<FlagGroup>(sql`
    select ${posts.flags} as flags, count(*)::int as posts, coalesce(sum(${posts.earnings30d}), 0)::bigint as earnings,
      sum(${posts.earnings4w})::bigint as last, sum(${posts.earnings4wBefore})::bigint as before
    from ${posts} where ${whereOf(filter)} group by ${posts.flags}`)
  const of = (flag: string, groups: readonly FlagGroup[]): FlagCount => {
    const sum = (read: (group: FlagGroup) => number) => groups.reduce((all, group) => all + read(group), 0)
    return {
      flag,
      posts: sum((group) => group.posts),
      earnings: dollars(sum((group) => group.earnings)),
      lost: dollars(sum((group) => group.before - group.last)),
    }
  }
  return [
    of('ALL', rows),
    ...FLAGS.map((flag) =>
      of(
        flag,
        rows.filter(({ flags }) => (flags & flagBit(flag)) !== 0),
      ),
    ),
    of(
      NO_FLAG,
      rows.filter(({ flags }) => flags === 0),
    ),
  ]
}

/** Stock values of the built-in warehouse. A product that was never scanned could not be verified. */
const AVAILABILITY: Readonly<Record<string, string | null>> = {
  IN_STOCK: 'Now',
  OUT_OF_STOCK: 'Unavailable',
  INVALID_ASIN: 'Invalid ASIN',
}

export async function listAvailability(
  db: Db,
  { site, postId, asins, from, to }: PostAddress & { asins: readonly string[]; from: string; to: string },
): Promise<ProductAvailability[]> {
  const { rows } = await db.execute<{
    asin: string
    name: string
    award: string
    imageUrl: string | null
    cents: number | null
    stock: string
  }>(sql`
    select cp.asin, coalesce(nullif(cp.name, ''), pr.name, '') as name, cp.award,
      coalesce(cp.image_url, pr.image_url) as "imageUrl",
      (select sum(${centsSince({ from, to })})::bigint from product_earnings e
        where e.content_post_id = cp.content_post_id and e.asin = cp.asin
          and ${touchesDays({ from, to })}) as cents,
      coalesce(pr.stock, 'NOT_SCANNED') as stock
    from content_posts p
    join content_products cp using (content_post_id) left join products pr on pr.asin = cp.asin
    where p.site_id = ${isOfSite(site)} and p.post_id = ${postId} and p.gone_at is null
      and ${asins.length > 0 ? sql`cp.asin = any(${sql.param([...asins])}::text[])` : sql`true`}
    order by cp.position, cp.asin`)
  return rows.map(({ cents, stock, ...product }) => ({
    ...product,
    revenue: cents === null ? null : dollars(cents),
    availability: AVAILABILITY[stock] ?? null,
    rawAvailability: stock,
  }))
}
