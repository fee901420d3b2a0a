import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

/** Which of these posts Copydesk has written itself, also those that it has not noticed to be published yet. */
export async function listOwn(db: Db, siteId: number, ids: readonly number[]): Promise<Set<number>> {
  const { rows } = await db.execute<{ postId: number }>(sql`
    select c.post_id::integer as "postId" from content_posts c
    where c.site_id = ${siteId}::int and c.source = 'copydesk' and c.post_id = any(${sql.param(ids.map(String))}::text[])
    union select a.wordpress_id from articles a
    where a.site_id = ${siteId}::int and a.wordpress_id = any(${sql.param([...ids])}::integer[])
      and a.revises_id is null and a.status in ('approved', 'published')`)
  return new Set(rows.map(({ postId }) => postId))
}
