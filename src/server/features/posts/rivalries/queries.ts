import { type SQL, sql } from 'drizzle-orm'
import type {
  Period,
  RIVALRY_REACHES,
  RIVALRY_STANDINGS,
  RivalrySort,
} from '#shared/features/posts/gsc-keywords/rules.ts'
import type { RivalryFileQuery } from '#shared/features/posts/rivalries/contract.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'
import {
  all,
  figures,
  type ListQuestion,
  ofPost,
  type SearchFigures,
  withWords,
} from '../gsc-keywords/feature.ts'
import { type FoundTask, taskOfProposal } from '../search-tasks/feature.ts'

export interface RivalryQuestion extends ListQuestion {
  period: Period
  reach: (typeof RIVALRY_REACHES)[number]
  standing: (typeof RIVALRY_STANDINGS)[number]
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
  /** US dollars; null if unknown. */
  earnings: number | null
  /** What brings most people to it besides the query. */
  other: SearchFigures | null
  /** What its keyword brings. */
  present: SearchFigures | null
  task: FoundTask | null
}

export interface RivalryFound extends Record<string, unknown> {
  query: string
  clicks: number
  impressions: number
  strongest: number | null
  lost: number
  /** The user who chose to leave it as it is. */
  left: { by: string | null; at: string } | null
  /** The post with the strongest claim first. */
  rivals: RivalFound[]
}

const SORTS: Readonly<Record<RivalrySort, SQL>> = {
  LOST: sql`k.lost`,
  IMPRESSIONS: sql`k.impressions`,
  CLICKS: sql`k.clicks`,
  QUERY: sql`q.query`,
}

/** Live rivals by id. */
const LIVING = sql`(select array_agg(c.content_post_id order by c.content_post_id) from content_posts c
  where c.content_post_id = any(k.rivals) and c.gone_at is null)`

/** Whether a user has chosen to leave exactly these posts as they are. */
const LEFT = sql`exists (select from gsc_left_rivalries l where l.query = q.query and l.rivals = ${LIVING})`

/** The queries that posts take from each other. */
type Narrowed = Omit<RivalryQuestion, 'sort' | 'sortOrder' | 'page' | 'perPage'>

function rivalries({ period, site, query, reach, standing }: Narrowed): SQL {
  const words = withWords(query, [sql`q.query`])
  const titles = withWords(query, [sql`c.title`, sql`c.post_id`])
  const conditions = [
    sql`k.period = ${period}::smallint and k.rivals is not null`,
    // A single remaining post has no rival.
    sql`cardinality(${LIVING}) > 1`,
    standing === 'left' ? LEFT : sql`not ${LEFT}`,
    ...(site === undefined ? [] : [sql`${site}::int = any(k.rival_sites)`]),
    ...(reach === 'within'
      ? [
          sql`cardinality(k.rivals) > cardinality(k.rival_sites)`,
          sql`(select count(*) > count(distinct c.site_id) from content_posts c
            where c.content_post_id = any(k.rivals) and c.gone_at is null)`,
        ]
      : []),
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

/** Some of them in their order, or all, each with its posts. */
function pageQuery(question: Omit<RivalryQuestion, 'page' | 'perPage'>, cut: SQL): SQL {
  const { period, sort, sortOrder } = question
  const direction = sql.raw(sortOrder === 'desc' ? 'desc nulls last' : 'asc nulls first')
  return sql`
    with page as materialized (
      select o.*, row_number() over () as place from (
        select k.query_id, q.query, k.clicks, k.impressions, k.strongest, k.lost, k.rivals, (
          select jsonb_build_object('by', ${fullNameFrom(sql`u`)},
            'at', to_char(l.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
          from gsc_left_rivalries l left join users u on u.id = l.user_id
          where l.query = q.query and l.rivals = ${LIVING}) as left_by ${rivalries(question)}
        order by ${SORTS[sort]} ${direction}, k.query_id ${cut}
      ) o
    )
    select page.query, page.clicks, page.impressions, page.strongest, page.lost, page.left_by as left, r.rivals
    from page cross join lateral (
      select coalesce(jsonb_agg(jsonb_build_object('postId', p.post_id, 'siteId', p.site_id, 'siteCode', lower(s.code),
        'title', p.title, 'keyword', p.focus_keyword, 'permalink', p.permalink, 'articleId', p.article_id,
        'earnings', p.earnings_30d / 100.0, 'clicks', t.clicks, 'impressions', t.impressions, 'position', t.position,
        'other', o.other, 'present', n.present,
        'task', ${taskOfProposal(sql`p.content_post_id`, sql`page.query`, 'rivals')}) order by i.place), '[]') as rivals
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
    ) r order by page.place`
}

async function listPage(db: Db, question: RivalryQuestion): Promise<RivalryFound[]> {
  const { page, perPage } = question
  const { rows } = await db.execute<RivalryFound>(
    pageQuery(question, sql`limit ${perPage} offset ${(page - 1) * perPage}`),
  )
  return rows
}

/** All of them, for a file. */
export const allRivalriesQuery = (question: RivalryFileQuery): SQL => pageQuery(question, sql``)

/** The posts that currently compete for a query; undefined if there are fewer than two. */
export async function findRivals(
  db: Db,
  { query, period }: { query: string; period: Period },
): Promise<number[] | undefined> {
  const { rows } = await db.execute<{ living: number[] }>(sql`
    select ${LIVING} as living from search_query_totals k join search_queries q using (query_id)
    where k.period = ${period}::smallint and q.query = ${query} and k.rivals is not null
      and cardinality(${LIVING}) > 1`)
  return rows[0]?.living
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
