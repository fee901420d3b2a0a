import { type SQL, sql } from 'drizzle-orm'
import type { MismatchSort, Period, PostAction } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { asLiteral } from '../../../db/sql/like-pattern.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import { rowsWithin } from '../../../db/sql/rows-within.ts'

/** Most queries shown per post, best first. */
const QUERIES_SHOWN = 10

export interface ListQuestion {
  site?: number | undefined
  query?: string | undefined
  page: number
  perPage: number
}

export interface MismatchQuestion extends ListQuestion {
  period: Period
  sort: MismatchSort
  sortOrder: 'asc' | 'desc'
}

export interface SearchFigures {
  query: string
  clicks: number
  impressions: number
  position: number
}

export interface MismatchRow extends Record<string, unknown> {
  postId: string
  siteId: number
  siteCode: string
  title: string
  keyword: string | null
  permalink: string | null
  present: SearchFigures | null
  searches: SearchFigures[]
}

export const withWords = (query: string | undefined, columns: readonly SQL[]): SQL[] => {
  const words = query?.trim() ?? ''
  if (words === '') return []
  const found = columns.map((column) => sql`${column} ilike ${`%${asLiteral(words)}%`}`)
  return [sql`(${sql.join(found, sql` or `)})`]
}

export const ofSite = (site: number | undefined, column: SQL): SQL[] =>
  site === undefined ? [] : [sql`${column} = ${site}::int`]

export const all = (conditions: readonly SQL[]): SQL =>
  conditions.length === 0 ? sql`true` : sql.join([...conditions], sql` and `)

const SORTS: Readonly<Record<MismatchSort, readonly SQL[]>> = {
  POST_TITLE: [readingOrder(sql`p.title`)],
  POST_ID: [sql`length(p.post_id)`, sql`p.post_id`],
  POST_KEYWORD: [readingOrder(sql`coalesce(p.focus_keyword, '')`)],
  CLICKS: [sql`b.clicks`],
  IMPRESSIONS: [sql`b.impressions`],
  POSITION: [sql`b.position`],
}

/** The posts that people find by something else than their keyword. */
const mismatches = ({ period, site, query }: Omit<MismatchQuestion, 'sort' | 'sortOrder'>): SQL => sql`
  from search_best b join content_posts p using (content_post_id)
  where b.period = ${period}::smallint and b.clicks > 0 and p.gone_at is null
    and b.query <> p.keyword_identity
    and not exists (select from gsc_ignored_posts i where i.site_id = p.site_id and i.post_id = p.post_id)
    and ${all([...ofSite(site, sql`b.site_id`), ...withWords(query, [sql`p.title`, sql`p.focus_keyword`, sql`p.post_id`, sql`b.query`])])}`

export async function countMismatches(db: Db, question: MismatchQuestion): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total ${mismatches(question)}`,
  )
  return rows[0]?.total ?? 0
}

/** A row of `search_totals` as `SearchFigures`, with its query as `q`. */
export const figures = (alias: SQL) =>
  sql`jsonb_build_object('query', q.query, 'clicks', ${alias}.clicks, 'impressions', ${alias}.impressions, 'position', ${alias}.position)`

/** Joins what the current keyword of a post brings, as `n.present`. */
export const ofPost = (post: SQL, period: Period) => sql`
    left join lateral (
      select ${figures(sql`t`)} as present from search_queries q
      join search_totals t on t.query_id = q.query_id and t.content_post_id = ${post}.content_post_id
        and t.period = ${period}::smallint
      where q.query = ${post}.keyword_identity
    ) n on true`

/** A page of them, each with its searches, the best first. */
async function listPage(db: Db, question: MismatchQuestion): Promise<MismatchRow[]> {
  const { page, perPage, sort, sortOrder, period } = question
  const isDown = sortOrder === 'desc'
  // In the order of the index by clicks, read forwards or backwards.
  const direction = sql.raw(isDown ? 'desc nulls last' : 'asc nulls first')
  const order = sql.join(
    [
      ...SORTS[sort].map((by) => sql`${by} ${direction}`),
      sql.raw(`b.content_post_id ${isDown ? 'asc' : 'desc'}`),
    ],
    sql`, `,
  )
  const { rows } = await db.execute<MismatchRow>(sql`
    with page as materialized (
      select id, row_number() over () as place from (
        select b.content_post_id as id ${mismatches(question)} order by ${order}
        limit ${perPage} offset ${(page - 1) * perPage}
      ) o
    )
    select p.post_id as "postId", p.site_id as "siteId", lower(s.code) as "siteCode", p.title, p.focus_keyword as keyword,
      p.permalink, coalesce(k.searches, '[]') as searches, n.present
    from page join content_posts p on p.content_post_id = page.id join sites s on s.site_id = p.site_id
    left join lateral (
      select jsonb_agg(o.figures order by o.place) as searches from (
        select ${figures(sql`t`)} as figures,
          row_number() over (order by t.clicks desc, t.impressions desc, length(q.query), q.query) as place
        from search_totals t join search_queries q using (query_id)
        where t.content_post_id = page.id and t.period = ${period}::smallint
        order by place limit ${QUERIES_SHOWN}
      ) o
    ) k on true
    ${ofPost(sql`p`, period)}
    order by page.place`)
  return rows
}

export async function listMismatches(db: Db, question: MismatchQuestion) {
  const total = await countMismatches(db, question)
  const offset = (question.page - 1) * question.perPage
  const rows = await rowsWithin(
    offset,
    async () => total,
    () => listPage(db, question),
  )
  return { total, rows }
}

/**
 * How far searches are known: the newest day, and how many of a period's days the site lacks that lacks most.
 */
export async function readState(db: Db, { period, site }: Pick<MismatchQuestion, 'period' | 'site'>) {
  const { rows } = await db.execute<{ until: string | null; missing: number }>(sql`
    select to_char(max(k.until), 'YYYY-MM-DD') as until, coalesce(max(${period}::int - k.known), 0)::int as missing
    from (
      select n.until, (select count(*) from search_days d
        where d.site_id = n.site_id and d.day > n.until - ${period}::int) as known
      from (select site_id, max(day) as until from search_days where ${all(ofSite(site, sql`site_id`))} group by site_id) n
    ) k`)
  return rows[0] ?? { until: null, missing: 0 }
}

export async function countIgnored(db: Db, { site, query }: Pick<ListQuestion, 'site' | 'query'> = {}) {
  const where = all([...ofSite(site, sql`i.site_id`), ...withWords(query, [sql`i.title`, sql`i.post_id`])])
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from gsc_ignored_posts i where ${where}`,
  )
  return rows[0]?.total ?? 0
}

export interface IgnoredRow extends Record<string, unknown> {
  postId: string
  siteId: number
  siteCode: string
  title: string
  by: string | null
  createdAt: string
}

/** Who did it, as people are called. */
const NAME = sql`nullif(concat_ws(' ', u.first_name, u.last_name), '')`
const iso = (column: SQL) => sql`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

export async function listIgnored(db: Db, question: ListQuestion) {
  const { page, perPage, site, query } = question
  const total = await countIgnored(db, question)
  const offset = (page - 1) * perPage
  const where = all([...ofSite(site, sql`i.site_id`), ...withWords(query, [sql`i.title`, sql`i.post_id`])])
  const list = async () => {
    const { rows } = await db.execute<IgnoredRow>(sql`
      select i.post_id as "postId", i.site_id as "siteId", lower(s.code) as "siteCode", i.title, ${NAME} as by,
        ${iso(sql`i.created_at`)} as "createdAt"
      from gsc_ignored_posts i join sites s using (site_id) left join users u on u.id = i.user_id
      where ${where} order by i.created_at desc, i.site_id, i.post_id limit ${perPage} offset ${offset}`)
    return rows
  }
  return { total, rows: await rowsWithin(offset, async () => total, list) }
}

export interface LogRow extends IgnoredRow {
  id: number
  action: PostAction
  keywordBefore: string | null
  keywordAfter: string | null
  state: 'pending' | 'done' | 'failed'
  error: string | null
  isUndoable: boolean
}

/** The keyword that an action gave is still its post's, and there is another one to go back to. */
const UNDOABLE = sql`(a.state = 'done' and a.action in ('update', 'undo') and exists (
  select from content_posts p where p.site_id = a.site_id and p.post_id = a.post_id and p.gone_at is null
    and p.focus_keyword is not distinct from a.keyword_after)
  and not exists (select from gsc_keyword_actions later where later.site_id = a.site_id and later.post_id = a.post_id
    and later.state = 'done' and later.action in ('update', 'undo') and later.action_id > a.action_id))`

export async function listLog(db: Db, { page, perPage, site, query }: ListQuestion) {
  const where = all([
    ...ofSite(site, sql`a.site_id`),
    ...withWords(query, [sql`a.title`, sql`a.post_id`, sql`a.keyword_before`, sql`a.keyword_after`]),
  ])
  const counted = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from gsc_keyword_actions a where ${where}`,
  )
  const total = counted.rows[0]?.total ?? 0
  const offset = (page - 1) * perPage
  const list = async () => {
    const { rows } = await db.execute<LogRow>(sql`
      select a.action_id as id, a.post_id as "postId", a.site_id as "siteId", lower(s.code) as "siteCode", a.title,
        a.action, a.keyword_before as "keywordBefore", a.keyword_after as "keywordAfter", a.state, a.error,
        ${NAME} as by, ${iso(sql`a.created_at`)} as "createdAt", ${UNDOABLE} as "isUndoable"
      from gsc_keyword_actions a join sites s using (site_id) left join users u on u.id = a.user_id
      where ${where} order by a.created_at desc, a.action_id desc limit ${perPage} offset ${offset}`)
    return rows
  }
  return { total, rows: await rowsWithin(offset, async () => total, list) }
}

export async function isUndoable(db: Db, actionId: number): Promise<boolean> {
  const { rows } = await db.execute<{ is: boolean }>(
    sql`select ${UNDOABLE} as is from gsc_keyword_actions a where a.action_id = ${actionId}::int`,
  )
  return rows[0]?.is ?? false
}

export interface WeekPlace extends Record<string, unknown> {
  week: string
  query: string
  position: number
}

/** Where people saw a post by some queries, week by week; weeks without any are missing. */
export async function listPlaces(
  db: Db,
  {
    siteId,
    postId,
    queries,
    period,
  }: { siteId: number; postId: string; queries: readonly string[]; period: Period },
): Promise<WeekPlace[]> {
  const { rows } = await db.execute<WeekPlace>(sql`
    select to_char(date_trunc('week', r.day), 'YYYY-MM-DD') as week, q.query,
      (sum(r.position::float8 * r.impressions) / sum(r.impressions)) as position
    from content_posts c join search_pages p using (content_post_id) join search_rows r using (page_id)
    join search_queries q using (query_id)
    where c.site_id = ${siteId}::int and c.post_id = ${postId} and q.query = any(${sql.param([...queries])}::text[])
      and r.day > (select max(day) from search_days where site_id = ${siteId}::int) - ${period}::int
    group by 1, 2 order by 1`)
  return rows
}
