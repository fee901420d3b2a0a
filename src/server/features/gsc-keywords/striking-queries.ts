import { type SQL, sql } from 'drizzle-orm'
import { flagBit } from '#shared/features/content-tracker/rules.ts'
import { PERIODS, type Period, STRIKING, TOP_PLACE } from '#shared/features/gsc-keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
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
  /** ISO 8601. */
  changedAt: string | null
  /** In as many days before the period. */
  before: Omit<SearchFigures, 'query'> | null
  /** Left out of files. */
  task?: FoundTask | null
}

interface Page extends Record<string, unknown> {
  total: number
  toBeHad: number
  rows: StrikingFound[]
}

export interface StrikingQuestion extends Pick<ListQuestion, 'site' | 'query'> {
  period: Period
}

/** The longest period has nothing before it: so many days are kept. */
const isFollowedUp = (period: Period) => period * 2 <= Math.max(...PERIODS)

/** Everything in striking distance, as `found`. */
const found = ({ period, site, query }: StrikingQuestion): SQL => sql`
    with top as (
      select coalesce(sum(clicks)::float8 / nullif(sum(impressions), 0), 0) as rate from search_totals
      where period = ${period}::smallint and position < ${TOP_PLACE + 0.5}::real
    ), found as materialized (
      select q.query, t.clicks, t.impressions, t.position, p.post_id as "postId", lower(s.code) as "siteCode", p.title,
        p.permalink, greatest(t.clicks, round(t.impressions * top.rate))::int as "topClicks",
        p.flags & ${flagBit('OUT_OF_STOCK')}::int <> 0 as "isOutOfStock", coalesce(p.modified_at, p.published_at) as "changedAt",
        t.content_post_id, t.query_id, p.site_id, p.site_id as "siteId"
      from search_totals t cross join top join search_queries q using (query_id)
      join content_posts p using (content_post_id) join sites s on s.site_id = p.site_id
      where t.period = ${period}::smallint and t.position between ${STRIKING.from}::real and ${STRIKING.to}::real
        and t.impressions >= ${STRIKING.impressions}::int and p.gone_at is null
        and ${all([...ofSite(site, sql`p.site_id`), ...withWords(query, [sql`p.title`, sql`p.post_id`, sql`q.query`])])}
    )`

const PLACES = sql`row_number() over (order by "topClicks" - clicks desc, impressions desc, query, "siteCode", "postId")`

/** What was known of a row in as many days before the period; null unless each of them was read. */
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

/** A page of what is in striking distance, what would bring most first, and how much all of it would bring. */
export async function listStriking(db: Db, question: StrikingQuestion & ListQuestion): Promise<Page> {
  const { period, page, perPage } = question
  const { rows } = await db.execute<Page>(sql`
    ${found(question)}, page as (
      select found.*, ${PLACES} as place from found order by place limit ${perPage} offset ${(page - 1) * perPage}
    )
    select (select count(*)::int from found) as total,
      (select coalesce(sum("topClicks" - clicks), 0)::int from found) as "toBeHad",
      coalesce((select jsonb_agg(to_jsonb(page) || jsonb_build_object('before', ${beforeOf(sql`page`, period)},
        'task', ${taskOfProposal(sql`page.content_post_id`, sql`page.query`, 'striking')})
        order by place) from page), '[]') as rows`)
  return rows[0] ?? { total: 0, toBeHad: 0, rows: [] }
}

/** All of it in the same order, for a reader that takes it some at a time. */
export const allStrikingQuery = (question: StrikingQuestion): SQL => sql`
  ${found(question)}
  select found.*, ${beforeOf(sql`found`, question.period)} as before from found order by ${PLACES}`
