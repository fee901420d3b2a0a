import { type SQL, type SQLWrapper, sql } from 'drizzle-orm'
import type {
  AvailabilityRow,
  ContentFilter,
  ContentQuery,
  ContentRow,
  FlagCount,
  LateSite,
  WeekEarnings,
} from '#shared/features/posts/content-tracker/contract.ts'
import {
  FLAGS,
  flagBit,
  flagsOf,
  NO_FLAG,
  type RefreshFacts,
  refreshReasons,
  relativeChange,
  SILENT_WEEKS,
  weeksOn,
} from '#shared/features/posts/content-tracker/rules.ts'
import { PAGE_SIZE } from '#shared/http/fields.ts'
import type { Db } from '../../../db/connect.ts'
import { contentPosts as posts } from '../../../db/schema/content.ts'
import { sites } from '../../../db/schema/sites.ts'
import { centsSince, touchesDays } from '../../../db/sql/earned-within.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { IS_UPDATE_OF_POST, OPEN_STATUSES } from '../../../db/sql/open-updates.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import { orderOf } from './order-queries.ts'

/** Conditions of the list. */
export type PostFilter = Omit<ContentFilter, 'sort' | 'sortOrder'>

export interface PostAddress {
  site: string
  postId: string
}

/** An article that renews a post and isn’t published yet. */
export interface OpenUpdate {
  articleId: number
  status: string
  userId: number
}

/** A post with its earnings; with the columns of the answer. */
export interface TrackedPost extends Omit<ContentRow, 'weeks' | 'renews' | 'update'> {
  /** The article that it shows. */
  articleId: number | null
  /** The article published as a separate post because this one could not be changed. */
  renewedBy: number | null
  /** Its site allows changes to posts that were not written here. */
  isChangeable: boolean
  /** Its focus keyword. */
  keyword: string | null
  update: OpenUpdate | null
}

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
function whereOf({ site, post_id: postId, title, flag, refresh, status, priority }: PostFilter): SQL {
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
function idsOf(query: ContentFilter, matches: Matches | null): SQL {
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
  p.post_id as "POST_ID", lower(s.code) as "SITE", p.title as "POST_TITLE",
  to_char(p.published_at at time zone 'UTC', 'YYYY-MM-DD') as "POST_DATE", p.permalink as "PERMALINK",
  '/articles/' || p.article_id as "ARTICLE_URL", p.asins as "PRODUCT_LIST", p.earnings_30d::float8 / 100 as "EARNINGS",
  case when p.clicks_until is not null then p.clicks_30d end as "shownClicks",
  case when p.clicks_30d is not null then to_char(p.clicks_until, 'YYYY-MM-DD') end as clicks_until,
  p.refresh, p.article_id as "articleId", p.focus_keyword as keyword, p.flags as "flagBits",
  (select r.article_id from articles r
    where p.article_id is null and r.article_id = p.update_article_id and r.status = 'published') as "renewedBy",
  s.changes_live_posts and s.retired_at is null and p.post_id ~ '^[0-9]{1,9}$' as "isChangeable",
  case when u.article_id is not null
    then json_build_object('articleId', u.article_id, 'status', u.status, 'userId', u.user_id) end as update,
  p.earnings_4w as last, p.earnings_4w_before as before, p.products_out as out, p.age_points as age,
  to_char(coalesce(p.text_changed_at, p.published_at) at time zone 'UTC', 'YYYY-MM-DD') as "changedOn",
  p.share_now as "shareNow", p.share_before as "shareBefore", p.clicks_30d as clicks, p.clicks_before as "clicksBefore"`

/**
 * For a post `p`: the unpublished article that renews it, as an update of its own article or as a requested
 * one.
 */
const UPDATE = sql`left join lateral (
  select a.article_id, a.status, a.user_id from articles a
  where ${IS_UPDATE_OF_POST} and a.status in (${OPEN_STATUSES})
  order by a.article_id desc limit 1) u on true`

/** A post as the statements select it: its flags as bits, and what its change and its score are computed from. */
export type SelectedPost = Omit<TrackedPost, 'FLAGS' | 'change' | 'reasons' | 'clicks'> &
  Omit<RefreshFacts, 'products'> & { flagBits: number; shownClicks: number | null }

export function trackedPost({ flagBits, shownClicks, ...row }: SelectedPost): TrackedPost {
  const { last, before, out, age, changedOn, shareNow, shareBefore, clicks, clicksBefore, ...post } = row
  return {
    ...post,
    FLAGS: flagsOf(flagBits),
    clicks: shownClicks,
    change: relativeChange({ last: dollars(last), before: dollars(before) }),
    reasons: refreshReasons({ ...row, products: row.PRODUCT_LIST.length }),
  }
}

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
  query: ContentQuery,
  matches: Matches | null,
): Promise<TrackedPost[]> {
  const { rows } = await db.execute<SelectedPost>(sql`
    with page as materialized (select * from (${idsOf(query, matches)}) i limit ${PAGE_SIZE} offset ${(query.page - 1) * PAGE_SIZE})
    select ${COLUMNS} from page join content_posts p on p.content_post_id = page.id
    join sites s on s.site_id = p.site_id ${UPDATE} order by page.place`)
  return rows.map(trackedPost)
}

/** Query for all posts in order. */
export const allContentQuery = (query: ContentFilter): SQL => sql`
  select ${COLUMNS} from (
    select *, row_number() over (order by ${orderOf(query)}) as place from ${posts} where ${whereOf(query)}) p
  join sites s on s.site_id = p.site_id ${UPDATE} order by p.place`

export async function findTrackedPost(db: Db, { site, postId }: PostAddress): Promise<TrackedPost | null> {
  const { rows } = await db.execute<SelectedPost>(sql`
    select ${COLUMNS} from content_posts p join sites s on s.site_id = p.site_id ${UPDATE}
    where p.site_id = ${isOfSite(site)} and p.post_id = ${postId} and p.gone_at is null`)
  return rows[0] ? trackedPost(rows[0]) : null
}

const MOST_TITLED = 10

/** Posts with exactly this title, case-insensitive. */
export async function findPostsTitled(db: Db, title: string): Promise<PostAddress[]> {
  const { rows } = await db.execute<PostAddress & Record<string, unknown>>(sql`
    select lower(s.code) as site, p.post_id as "postId" from content_posts p join sites s using (site_id)
    where ${readingOrder(sql`p.title`)} = ${readingOrder(sql`${title.trim()}::text`)} and p.gone_at is null
    order by p.content_post_id limit ${MOST_TITLED}`)
  return rows.map(({ site, postId }) => ({ site, postId }))
}

const dollars = (cents: number) => cents / 100

const jsonOf = (posts: readonly PostAddress[]) => JSON.stringify(posts)

/** Earnings per week for each of the posts, in their order. */
export async function listEarnings(
  db: Db,
  wanted: readonly PostAddress[],
  from: string,
): Promise<WeekEarnings[][]> {
  if (wanted.length === 0) return []
  const { rows } = await db.execute<WeekEarnings & { place: number }>(sql`
    select w.place::int, e.week_start as "WEEK_START_DATE", e.cents::float8 / 100 as "EARNINGS"
    from rows from (jsonb_to_recordset(${jsonOf(wanted)}::jsonb) as (site text, "postId" text))
      with ordinality as w (site, post_id, place)
    join sites s on lower(s.code) = lower(w.site)
    join content_posts p on p.site_id = s.site_id and p.post_id = w.post_id and p.gone_at is null
    join content_earnings e on e.content_post_id = p.content_post_id and e.week_start >= ${from}::date
    order by e.week_start`)
  const byPlace = Map.groupBy(rows, ({ place }) => place)
  return wanted.map((_post, index) => (byPlace.get(index + 1) ?? []).map(({ place: _, ...week }) => week))
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
): Promise<WeekEarnings[]> {
  const isWanted = site ? sql`site_id = ${isOfSite(site)}` : sql`true`
  const { rows } = await db.execute<WeekEarnings & Record<string, unknown>>(sql`
    with told as (${TOLD})
    select week_start as "WEEK_START_DATE", sum(cents)::float8 / 100 as "EARNINGS" from site_earnings
    where week_start >= ${from}::date and ${isWanted}
      and ${site ? sql`true` : sql`week_start <= (select coalesce(min(newest) filter (where is_waited_for), max(newest)) from told)`}
    group by week_start order by week_start`)
  return rows
}

export async function listLateSites(
  db: Db,
  { site, from, to }: { site?: string | undefined; from: string; to: string },
): Promise<LateSite[]> {
  const { rows } = await db.execute<LateSite & Record<string, unknown>>(sql`
    with told as (${TOLD})
    select lower(s.code) as site, s.display_name as site_name, t.newest as last_week, t.is_waited_for
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

/** A product of a post, as it travels. */
export type TrackedProduct = Omit<AvailabilityRow, 'commission'>

/** How a stock state travels. A product that was never scanned could not be verified. */
const AVAILABILITY = sql`case pr.stock when 'IN_STOCK' then 'Now' when 'OUT_OF_STOCK' then 'Unavailable'
  when 'INVALID_ASIN' then 'Invalid ASIN' end`

/** The products of a post in order, or only the requested ones, with what they earned in the 30 days up to `today`. */
export async function listPostProducts(
  db: Db,
  { site, postId, asins = [], today }: PostAddress & { asins?: readonly string[]; today: string },
): Promise<TrackedProduct[]> {
  const { trailing } = weeksOn(today)
  const { rows } = await db.execute<TrackedProduct & Record<string, unknown>>(sql`
    select cp.asin as "ASIN", coalesce(nullif(cp.name, ''), pr.name, '') as "NAME", cp.award as "AWARD",
      coalesce(cp.image_url, pr.image_url) as "IMAGE_URL",
      (select sum(${centsSince(trailing)})::bigint from product_earnings e
        where e.content_post_id = cp.content_post_id and e.asin = cp.asin
          and ${touchesDays(trailing)})::float8 / 100 as "REVENUE",
      ${AVAILABILITY} as "AVAILABILITY", coalesce(pr.stock, 'NOT_SCANNED') as raw_availability
    from content_posts p
    join content_products cp using (content_post_id) left join products pr on pr.asin = cp.asin
    where p.site_id = ${isOfSite(site)} and p.post_id = ${postId} and p.gone_at is null
      and ${asins.length > 0 ? sql`cp.asin = any(${sql.param([...asins])}::text[])` : sql`true`}
    order by cp.position, cp.asin`)
  return rows
}
