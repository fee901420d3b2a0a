import { type SQL, sql } from 'drizzle-orm'
import { type Period, STRIKING } from '#shared/features/posts/gsc-keywords/rules.ts'
import type { AimList, TaskAim, TaskState } from '#shared/features/posts/search-tasks/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'
import type { PostOfSite } from '../content-tracker/service.ts'

export interface FoundTask extends Record<string, unknown> {
  id: number
  aim: TaskAim
  state: TaskState
  url: string | null
  error: string | null
  by: string | null
  /** ISO 8601. */
  createdAt: string
}

const TASK = sql`jsonb_build_object('id', w.search_task_id, 'aim', w.aim, 'state', w.state, 'url', w.url,
  'error', w.error, 'by', ${fullNameFrom(sql`u`)},
  'createdAt', to_char(w.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

/** The task of a post's proposal as one value; null if there is none. */
export const taskOfProposal = (post: SQL, query: SQL, list: AimList): SQL => sql`(
  select ${TASK} from search_tasks w left join users u on u.id = w.user_id
  where w.content_post_id = ${post} and w.list = ${list} and w.query = ${query})`

export async function listTasks(db: Db, ids: readonly number[]): Promise<FoundTask[]> {
  if (ids.length === 0) return []
  const { rows } = await db.execute<{ task: FoundTask }>(sql`
    select ${TASK} as task from search_tasks w left join users u on u.id = w.user_id
    where w.search_task_id = any(${sql.param(ids)}::int[]) order by w.search_task_id`)
  return rows.map(({ task }) => task)
}

export interface FoundProposal extends Record<string, unknown> {
  contentPostId: number
  title: string
  keyword: string | null
  permalink: string | null
  siteName: string
  boardGid: string | null
  clicks: number
  impressions: number
  position: number
  /** The best other query of the post. */
  other: string | null
  /** Live posts that compete for the query; the keeper comes first. */
  rivals: { id: number; title: string; address: string | null }[]
}

interface AskedProposal extends PostOfSite {
  query: string
  period: Period
}

/** A post's current figures for a query; undefined if there are none. */
export async function findProposal(
  db: Db,
  { siteId, postId, query, period }: AskedProposal,
): Promise<FoundProposal | undefined> {
  const { rows } = await db.execute<FoundProposal>(sql`
    select p.content_post_id as "contentPostId", p.title, p.focus_keyword as keyword, p.permalink,
      s.display_name as "siteName", s.asana_gid as "boardGid", t.clicks, t.impressions, t.position,
      (select o.query from search_totals x join search_queries o using (query_id)
        where x.content_post_id = p.content_post_id and x.period = t.period and x.query_id <> t.query_id and x.clicks > 0
        order by x.clicks desc, x.impressions desc, length(o.query), o.query limit 1) as other,
      (select coalesce(jsonb_agg(jsonb_build_object('id', c.content_post_id, 'title', c.title, 'address', c.permalink)
          order by i.place), '[]')
        from search_query_totals k cross join lateral unnest(k.rivals) with ordinality i (id, place)
        join content_posts c on c.content_post_id = i.id and c.gone_at is null
        where k.period = t.period and k.query_id = t.query_id) as rivals
    from content_posts p join sites s using (site_id)
    join search_totals t using (content_post_id) join search_queries q using (query_id)
    where p.site_id = ${siteId}::int and p.post_id = ${postId} and p.gone_at is null
      and t.period = ${period}::smallint and q.query = ${query}`)
  return rows[0]
}

export interface PostProposal extends Record<string, unknown> {
  postId: string
  siteId: number
  query: string
  impressions: number
  position: number
  task: FoundTask | null
}

/**
 * The possible subject of a post's task: an existing task first, then the query with the most impressions.
 */
export async function findPostProposal(
  db: Db,
  { site, postId, period }: { site: string; postId: string; period: Period },
): Promise<PostProposal | undefined> {
  const { rows } = await db.execute<PostProposal>(sql`
    select p.post_id as "postId", p.site_id as "siteId", q.query, t.impressions, t.position,
      ${taskOfProposal(sql`p.content_post_id`, sql`q.query`, 'striking')} as task
    from content_posts p join sites s using (site_id)
    join search_totals t using (content_post_id) join search_queries q using (query_id)
    where lower(s.code) = lower(${site}) and p.post_id = ${postId} and p.gone_at is null and s.asana_gid is not null
      and t.period = ${period}::smallint and t.impressions >= ${STRIKING.impressions}::int
      and t.position between ${STRIKING.from}::float8 and ${STRIKING.to}::float8
    order by (select count(*) from search_tasks w
        where w.content_post_id = p.content_post_id and w.list = 'striking' and w.query = q.query) desc,
      t.impressions desc, q.query
    limit 1`)
  return rows[0]
}

export interface TaskToMake extends Record<string, unknown> {
  id: number
  state: TaskState
  gid: string | null
  name: string
  notes: string
  createdAt: Date
  wish: number
  boardGid: string | null
  siteName: string
}

/** A requested task, with the current board of its site. */
export async function findTaskToMake(db: Db, id: number): Promise<TaskToMake | undefined> {
  const { rows } = await db.execute<TaskToMake & { createdAt: string }>(sql`
    select w.search_task_id as id, w.state, w.gid, w.name, w.notes, w.created_at as "createdAt", w.wish,
      s.asana_gid as "boardGid", s.display_name as "siteName"
    from search_tasks w join content_posts p using (content_post_id) join sites s using (site_id)
    where w.search_task_id = ${id}::int`)
  return rows[0] && { ...rows[0], createdAt: new Date(rows[0].createdAt) }
}

export interface MadeTask extends Record<string, unknown> {
  id: number
  gid: string
  name: string
  url: string | null
  boardGid: string
  postId: string
}

/** Tasks that boards should have, or one of them, with the current board of its site. */
export async function listMadeTasks(db: Db, gid?: string): Promise<MadeTask[]> {
  const { rows } = await db.execute<MadeTask>(sql`
    select w.search_task_id as id, w.gid, w.name, w.url, s.asana_gid as "boardGid", p.post_id as "postId"
    from search_tasks w join content_posts p using (content_post_id) join sites s using (site_id)
    where w.state = 'done' and w.gid is not null and s.asana_gid is not null
      and (${gid ?? null}::text is null or w.gid = ${gid ?? null}::text)
    order by w.search_task_id`)
  return rows
}
