import { type SQL, sql } from 'drizzle-orm'
import type { RIVALRY_REACHES, RivalrySort } from '#shared/features/gsc-keywords/contract.ts'
import type { Period } from '#shared/features/gsc-keywords/rules.ts'
import type { Db } from '../../db/connect.ts'
import { rowsWithin } from '../../db/rows-within.ts'
import { all, figures, type ListQuestion, ofPost, type SearchFigures, withWords } from './queries.ts'

export interface RivalryQuestion extends ListQuestion {
  period: Period
  reach: (typeof RIVALRY_REACHES)[number]
  sort: RivalrySort
  sortOrder: 'asc' | 'desc'
}

/** A post that has part of a query. */
export interface RivalFound extends Omit<SearchFigures, 'query'> {
  postId: string
  siteId: number
  siteCode: string
  title: string
  keyword: string | null
  permalink: string | null
  articleId: number | null
  /** US dollars; null where nobody knows. */
  earnings: number | null
  /** What brings most people to it besides the query. */
  other: SearchFigures | null
  /** What its keyword brings. */
  present: SearchFigures | null
}

export interface RivalryFound extends Record<string, unknown> {
  query: string
  clicks: number
  impressions: number
  strongest: number | null
  lost: number
  /** The one that had best keep it first. */
  rivals: RivalFound[]
}

const SORTS: Readonly<Record<RivalrySort, SQL>> = {
  LOST: sql`k.lost`,
  IMPRESSIONS: sql`k.impressions`,
  CLICKS: sql`k.clicks`,
  QUERY: sql`q.query`,
}

/** The queries that posts take from each other. */
function rivalries({ period, site, query, reach }: Omit<RivalryQuestion, 'sort' | 'sortOrder'>): SQL {
  const words = withWords(query, [sql`q.query`])
  const titles = withWords(query, [sql`c.title`, sql`c.post_id`])
  const conditions = [
    sql`k.period = ${period}::smallint and k.rivals is not null`,
    ...(site === undefined ? [] : [sql`${site}::int = any(k.rival_sites)`]),
    ...(reach === 'within' ? [sql`cardinality(k.rivals) > cardinality(k.rival_sites)`] : []),
    ...(words.length === 0
      ? []
      : [
          sql`(${all(words)} or exists (select from content_posts c where c.content_post_id = any(k.rivals) and ${all(titles)}))`,
        ]),
  ]
  return sql`from search_query_totals k join search_queries q using (query_id) where ${all(conditions)}`
}

async function countRivalries(db: Db, question: RivalryQuestion) {
  const { rows } = await db.execute<{ total: number; lost: number }>(
    sql`select count(*)::int as total, coalesce(sum(k.lost), 0)::int as lost ${rivalries(question)}`,
  )
  return rows[0] ?? { total: 0, lost: 0 }
}

async function listPage(db: Db, question: RivalryQuestion): Promise<RivalryFound[]> {
  const { page, perPage, period, sort, sortOrder } = question
  const direction = sql.raw(sortOrder === 'desc' ? 'desc nulls last' : 'asc nulls first')
  const { rows } = await db.execute<RivalryFound>(sql`
    with page as materialized (
      select o.*, row_number() over () as place from (
        select k.query_id, q.query, k.clicks, k.impressions, k.strongest, k.lost, k.rivals ${rivalries(question)}
        order by ${SORTS[sort]} ${direction}, k.query_id limit ${perPage} offset ${(page - 1) * perPage}
      ) o
    )
    select page.query, page.clicks, page.impressions, page.strongest, page.lost, r.rivals
    from page cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('postId', p.post_id, 'siteId', p.site_id, 'siteCode', lower(s.code),
        'title', p.title, 'keyword', p.focus_keyword, 'permalink', p.permalink, 'articleId', p.article_id,
        'earnings', p.earnings_30d / 100.0, 'clicks', t.clicks, 'impressions', t.impressions, 'position', t.position,
        'other', o.other, 'present', n.present) order by i.place), '[]') as rivals
      from unnest(page.rivals) with ordinality i (id, place)
      join content_posts p on p.content_post_id = i.id and p.gone_at is null join sites s on s.site_id = p.site_id
      join search_totals t on t.content_post_id = p.content_post_id and t.period = ${period}::smallint
        and t.query_id = page.query_id
      left join lateral (
        select ${figures(sql`x`)} as other from search_totals x join search_queries q on q.query_id = x.query_id
        where x.content_post_id = p.content_post_id and x.period = ${period}::smallint
          and x.query_id <> page.query_id and x.clicks > 0
        order by x.clicks desc, x.impressions desc, length(q.query), q.query limit 1
      ) o on true
      ${ofPost(sql`p`, period)}
    ) r order by page.place`)
  return rows
}

export async function listRivalries(db: Db, question: RivalryQuestion) {
  const { total, lost } = await countRivalries(db, question)
  const offset = (question.page - 1) * question.perPage
  const rows = await rowsWithin(
    offset,
    async () => total,
    () => listPage(db, question),
  )
  return { total, lost, rows }
}

/** A day on which people saw a rival. */
export interface RivalDay extends Record<string, unknown> {
  /** The rival's place among them, from 1 on. */
  place: number
  /** `yyyy-MM-dd`; and the Monday before it. */
  day: string
  week: string
  clicks: number
  impressions: number
  position: number
}

interface RivalPlace extends Record<string, unknown> {
  place: number
  postId: string
  siteCode: string
  /** The newest day that is known of its site. */
  until: string
}

/** The posts that take a query from each other, and the days on which people saw them by it. */
export async function readRivalDays(db: Db, { query, period }: { query: string; period: Period }) {
  const rivals = sql`
    select i.place::int as place, i.id, k.query_id from search_query_totals k join search_queries q using (query_id)
    cross join lateral unnest(k.rivals) with ordinality i (id, place)
    where k.period = ${period}::smallint and q.query = ${query}`
  const posts = await db.execute<RivalPlace>(sql`
    select r.place, p.post_id as "postId", lower(s.code) as "siteCode",
      to_char((select max(day) from search_days d where d.site_id = p.site_id), 'YYYY-MM-DD') as until
    from (${rivals}) r join content_posts p on p.content_post_id = r.id and p.gone_at is null
    join sites s using (site_id) order by r.place`)
  const days = await db.execute<RivalDay>(sql`
    select r.place, to_char(d.day, 'YYYY-MM-DD') as day, to_char(date_trunc('week', d.day), 'YYYY-MM-DD') as week,
      sum(d.clicks)::int as clicks, sum(d.impressions)::int as impressions,
      sum(d.position::float8 * d.impressions) / sum(d.impressions) as position
    from (${rivals}) r join search_pages g on g.content_post_id = r.id
    join search_rows d on d.page_id = g.page_id and d.query_id = r.query_id
    where d.day > (select max(day) from search_days where site_id = g.site_id) - ${period}::int
    group by 1, 2, 3 order by 2, 1`)
  return { posts: posts.rows, days: days.rows }
}
