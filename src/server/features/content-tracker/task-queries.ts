import { sql } from 'drizzle-orm'
import type { Db } from '../../db/connect.ts'
import type { PostAddress } from '../../integrations/warehouse/port.ts'

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
