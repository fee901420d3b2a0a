import { sql } from 'drizzle-orm'
import { flagBit } from '#shared/features/content-tracker/rules.ts'
import { type Period, STRIKING, TOP_PLACE } from '#shared/features/gsc-keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import type { ListQuestion, SearchFigures } from './queries.ts'
import { all, ofSite, withWords } from './queries.ts'

export interface StrikingFound extends SearchFigures, Record<string, unknown> {
  postId: string
  siteCode: string
  title: string
  permalink: string | null
  topClicks: number
  isOutOfStock: boolean
  /** ISO 8601. */
  changedAt: string | null
}

interface Page extends Record<string, unknown> {
  total: number
  toBeHad: number
  rows: StrikingFound[]
}

/** A page of what is in striking distance, what would bring most first, and how much all of it would bring. */
export async function listStriking(db: Db, question: ListQuestion & { period: Period }): Promise<Page> {
  const { period, site, query, page, perPage } = question
  const where = all([
    ...ofSite(site, sql`p.site_id`),
    ...withWords(query, [sql`p.title`, sql`p.post_id`, sql`q.query`]),
  ])
  const { rows } = await db.execute<Page>(sql`
    with top as (
      select coalesce(sum(clicks)::float8 / nullif(sum(impressions), 0), 0) as rate from search_totals
      where period = ${period}::smallint and position < ${TOP_PLACE + 0.5}::real
    ), found as materialized (
      select q.query, t.clicks, t.impressions, t.position, p.post_id as "postId", lower(s.code) as "siteCode", p.title,
        p.permalink, greatest(t.clicks, round(t.impressions * top.rate))::int as "topClicks",
        p.flags & ${flagBit('OUT_OF_STOCK')}::int <> 0 as "isOutOfStock", coalesce(p.modified_at, p.published_at) as "changedAt"
      from search_totals t cross join top join search_queries q using (query_id)
      join content_posts p using (content_post_id) join sites s on s.site_id = p.site_id
      where t.period = ${period}::smallint and t.position between ${STRIKING.from}::real and ${STRIKING.to}::real
        and t.impressions >= ${STRIKING.impressions}::int and p.gone_at is null and ${where}
    ), page as (
      select found.*, row_number() over (order by "topClicks" - clicks desc, impressions desc, query, "siteCode", "postId") as place
      from found order by place limit ${perPage} offset ${(page - 1) * perPage}
    )
    select (select count(*)::int from found) as total,
      (select coalesce(sum("topClicks" - clicks), 0)::int from found) as "toBeHad",
      coalesce((select jsonb_agg(to_jsonb(page) order by place) from page), '[]') as rows`)
  return rows[0] ?? { total: 0, toBeHad: 0, rows: [] }
}
