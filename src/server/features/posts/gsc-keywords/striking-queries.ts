import { type SQL, sql } from 'drizzle-orm'
import { flagBit } from '#shared/features/posts/content-tracker/rules.ts'
import {
  LEAST_CLICKS,
  MONTH_DAYS,
  PERIODS,
  type Period,
  STRIKING,
  TOP_PLACE,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { type FoundTask, taskOfProposal } from '../search-tasks/feature.ts'
import type { ListQuestion, SearchFigures } from './queries.ts'
import { all, ofSite, withWords } from './queries.ts'

export interface StrikingFound extends SearchFigures, Record<string, unknown> {
  postId: string
  siteCode: string
  siteId: number
  title: string
  permalink: string | null
  topClicks: number
  isOutOfStock: boolean
  products: number
  /** Number of our other posts that compete for the query. */
  rivals: number
  /** Monthly value of the possible clicks, in cents; null if unknown. */
  worth: number | null
  /**
   * The last result held by another publisher for the query, or else for the post's keyword, and its number
   * of products.
   */
  winner: { statId: number; keyword: string; isQuery: boolean; products: number } | null
  /** ISO 8601. */
  changedAt: string | null
  /** Figures of the preceding period of the same length. */
  before: Omit<SearchFigures, 'query'> | null
  /** Left out of files. */
  task?: FoundTask | null
}

interface Page extends Record<string, unknown> {
  total: number
  toBeHad: number
  /** Sum of the known values in cents, and their number. */
  worth: number
  valued: number
  rows: StrikingFound[]
}

export interface StrikingQuestion extends Pick<ListQuestion, 'site' | 'query'> {
  period: Period
}

/** The longest period has no predecessor, because older days are deleted. */
const isFollowedUp = (period: Period) => period * 2 <= Math.max(...PERIODS)

/** Earnings per click of a post, in cents; null if unknown (`STRIKING_FORMULAS`). */
const CENTS_OF_CLICK = sql`case when p.clicks_30d >= ${LEAST_CLICKS}::int and p.earnings_30d >= 0
  then p.earnings_30d::float8 / p.clicks_30d end`

/** Number of other live posts that compete for a row's query. */
const rivalsOf = (row: SQL, period: Period): SQL => sql`(
  select count(*)::int from search_query_totals k join content_posts o on o.content_post_id = any(k.rivals)
  where k.period = ${period}::smallint and k.query_id = ${row}.query_id
    and o.content_post_id <> ${row}.content_post_id and o.gone_at is null)`

/** Everything in striking distance, as `found`. */
const found = ({ period, site, query }: StrikingQuestion): SQL => sql`
    with top as (
      select coalesce(sum(clicks)::float8 / nullif(sum(impressions), 0), 0) as rate from search_totals
      where period = ${period}::smallint and position < ${TOP_PLACE + 0.5}::real
    ), figured as materialized (
      select q.query, t.clicks, t.impressions, t.position, p.post_id as "postId", lower(s.code) as "siteCode", p.title,
        p.permalink, greatest(t.clicks, round(t.impressions * top.rate))::int as "topClicks",
        p.flags & ${flagBit('OUT_OF_STOCK')}::int <> 0 as "isOutOfStock", coalesce(p.text_changed_at, p.published_at) as "changedAt",
        t.content_post_id, t.query_id, p.site_id, p.site_id as "siteId", cardinality(p.asins) as products,
        p.keyword_identity as own,
        ${CENTS_OF_CLICK} as cents
      from search_totals t cross join top join search_queries q using (query_id)
      join content_posts p using (content_post_id) join sites s on s.site_id = p.site_id
      where t.period = ${period}::smallint and t.position between ${STRIKING.from}::real and ${STRIKING.to}::real
        and t.impressions >= ${STRIKING.impressions}::int and p.gone_at is null
        and ${all([...ofSite(site, sql`p.site_id`), ...withWords(query, [sql`p.title`, sql`p.post_id`, sql`q.query`])])}
    ), found as materialized (
      select figured.*,
        round((cents * ("topClicks" - clicks) * ${MONTH_DAYS}::int / ${period}::int)::numeric)::bigint as worth from figured
    )`

const PLACES = sql`row_number() over (order by "topClicks" - clicks desc, impressions desc, query, "siteCode", "postId")`

/** A row's figures in the preceding period; null unless each of its days was read. */
const beforeOf = (row: SQL, period: Period): SQL =>
  isFollowedUp(period)
    ? sql`(
      select jsonb_build_object('clicks', sum(d.clicks), 'impressions', sum(d.impressions),
        'position', sum(d.position::float8 * d.impressions) / sum(d.impressions))
      from (select max(day) - ${period}::int as last from search_days where site_id = ${row}.site_id) n
      join search_pages g on g.content_post_id = ${row}.content_post_id
      join search_rows d on d.page_id = g.page_id and d.query_id = ${row}.query_id
        and d.day <= n.last and d.day > n.last - ${period}::int
      where ${period}::int = (select count(*) from search_days k where k.site_id = ${row}.site_id
        and k.day <= n.last and k.day > n.last - ${period}::int)
      having sum(d.impressions) > 0)`
    : sql`null::jsonb`

/**
 * The last result held by another publisher for the keyword that equals the query, or else for the post's
 * own.
 */
const winnerOf = (row: SQL): SQL => sql`(
  select jsonb_build_object('statId', w.stat_id, 'keyword', k.keyword, 'isQuery', k.identity = ${row}.query,
    'products', jsonb_array_length(y.items))
  from keywords k cross join lateral (
    select s.stat_id, s.story_id from stats s join publishers u using (publisher_id)
    where s.keyword_id = k.keyword_id and not u.is_ours order by s.day desc, s.stat_id desc limit 1
  ) w join stories y on y.story_id = w.story_id
  where k.identity in (${row}.query, ${row}.own) order by k.identity = ${row}.query desc limit 1)`

/** A page of posts in striking distance, the highest gain first, and the total gain. */
export async function listStriking(db: Db, question: StrikingQuestion & ListQuestion): Promise<Page> {
  const { period, page, perPage } = question
  const { rows } = await db.execute<Page>(sql`
    ${found(question)}, page as (
      select found.*, ${PLACES} as place from found order by place limit ${perPage} offset ${(page - 1) * perPage}
    )
    select (select count(*)::int from found) as total,
      (select coalesce(sum("topClicks" - clicks), 0)::int from found) as "toBeHad",
      (select coalesce(sum(worth), 0)::bigint from found) as worth, (select count(worth)::int from found) as valued,
      coalesce((select jsonb_agg(to_jsonb(page) || jsonb_build_object('before', ${beforeOf(sql`page`, period)},
        'winner', ${winnerOf(sql`page`)}, 'rivals', ${rivalsOf(sql`page`, period)},
        'task', ${taskOfProposal(sql`page.content_post_id`, sql`page.query`, 'striking')})
        order by place) from page), '[]') as rows`)
  return rows[0] ?? { total: 0, toBeHad: 0, worth: 0, valued: 0, rows: [] }
}

/** All of it in the same order, for a reader that consumes it in batches. */
export const allStrikingQuery = (question: StrikingQuestion): SQL => sql`
  ${found(question)}
  select found.*, ${beforeOf(sql`found`, question.period)} as before,
    ${winnerOf(sql`found`)} as winner, ${rivalsOf(sql`found`, question.period)} as rivals from found order by ${PLACES}`
