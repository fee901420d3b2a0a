import { type SQLWrapper, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { contentPosts as posts } from '../../../db/schema/content.ts'
import { readingOrder } from '../../../db/sql/reading-order.ts'
import type { PostAddress } from './queries.ts'

/** Stored data of a post's task. */
export type KnownTask = {
  /** Board of the post's site; null if there is none. */
  boardGid: string | null
  /** Task of the post's article; null if there is none. */
  gid: string | null
  url: string | null
  section: string | null
}

/** The tasks of posts, in their order; null for a site that is not there. */
export async function listKnownTasks(db: Db, posts: readonly PostAddress[]): Promise<(KnownTask | null)[]> {
  if (posts.length === 0) return []
  const { rows } = await db.execute<KnownTask & { place: number }>(sql`
    select w.place::int, s.asana_gid as "boardGid", a.gid, a.asana_url as url, a.asana_section as section
    from rows from (jsonb_to_recordset(${JSON.stringify(posts)}::jsonb) as (site text, "postId" text))
      with ordinality as w (site, post_id, place)
    join sites s on lower(s.code) = lower(w.site)
    left join articles a on a.site_id = s.site_id and a.wordpress_id::text = w.post_id and a.revises_id is null`)
  const byPlace = new Map(
    rows.map(({ place, boardGid, gid, url, section }) => [place, { boardGid, gid, url, section }]),
  )
  return posts.map((_post, index) => byPlace.get(index + 1) ?? null)
}

/** The values that tasks of posts have, in reading order. */
export interface KnownTaskValues extends Record<string, unknown> {
  statuses: string[]
  priorities: string[]
}

/** Sections and update levels that tasks of posts have; values that differ only in capitals count as one. */
export async function listTaskValues(db: Db): Promise<KnownTaskValues> {
  const valuesOf = (column: SQLWrapper) => sql`array(
    select value from (select min(${column}) as value from ${posts}
      where ${posts.goneAt} is null and ${column} is not null group by lower(${column})) v
    order by ${readingOrder(sql`value`)})`
  const { rows } = await db.execute<KnownTaskValues>(
    sql`select ${valuesOf(posts.taskStatus)} as statuses, ${valuesOf(posts.taskPriority)} as priorities`,
  )
  return rows[0] ?? { statuses: [], priorities: [] }
}

/** Addresses of the posts whose site has a board, or had one when their task was read; in batches. */
export async function listPostsAfter(
  db: Db,
  id: number,
  most: number,
): Promise<{ id: number; title: string; site: string; postId: string }[]> {
  const { rows } = await db.execute<{ id: number; title: string; site: string; postId: string }>(sql`
    select p.content_post_id as id, p.title, lower(s.code) as site, p.post_id as "postId"
    from content_posts p join sites s using (site_id)
    where p.content_post_id > ${id}::int and p.gone_at is null
      and (s.asana_gid is not null or p.task_status is not null or p.task_priority is not null)
    order by p.content_post_id limit ${most}::int`)
  return rows
}

/** Section and update level of a post's task; both null without a task. */
export interface PostTask extends PostAddress {
  status: string | null
  priority: string | null
}
/** The same, by the id of the post here. */
export type ChangedTask = Pick<PostTask, 'status' | 'priority'> & { id: number }

/** Those tasks that differ from what is stored of them. */
export async function listChangedTasks(db: Db, tasks: readonly PostTask[]): Promise<ChangedTask[]> {
  if (tasks.length === 0) return []
  const { rows } = await db.execute<ChangedTask>(sql`
    select p.content_post_id as id, t.status, t.priority
    from jsonb_to_recordset(${JSON.stringify(tasks)}::jsonb)
      as t (site text, "postId" text, status text, priority text)
    join sites s on lower(s.code) = lower(t.site)
    join content_posts p on p.site_id = s.site_id and p.post_id = t."postId"
    where (p.task_status, p.task_priority) is distinct from (t.status, t.priority)`)
  return rows
}
