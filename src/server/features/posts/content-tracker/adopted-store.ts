import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

/** A tracked post of a site. */
export interface FollowedPost {
  postId: number
  isGone: boolean
  /** Tracked because its site shows it, not because of a file or an article. */
  isAdopted: boolean
}

const NUMBERED = sql`c.post_id ~ '^[0-9]{1,9}$'`

/** The posts of a site by the numbers that its publishing system gives them, gone ones too. */
export async function listFollowed(db: Db, siteId: number): Promise<FollowedPost[]> {
  const { rows } = await db.execute<{ postId: number; isGone: boolean; isAdopted: boolean }>(sql`
    select c.post_id::integer as "postId", c.gone_at is not null as "isGone", c.source = 'adopted' as "isAdopted"
    from content_posts c where c.site_id = ${siteId}::int and ${NUMBERED}`)
  return rows
}

/** How many posts of a site are followed that were not written here. */
export async function countFollowed(db: Db, siteId: number): Promise<number> {
  const { rows } = await db.execute<{ posts: number }>(sql`
    select count(*)::int as posts from content_posts
    where site_id = ${siteId}::int and gone_at is null and source <> 'copydesk'`)
  return rows[0]?.posts ?? 0
}

/** How many of those have no focus keyword. */
export async function countWithoutKeyword(db: Db, siteId: number): Promise<number> {
  const { rows } = await db.execute<{ posts: number }>(sql`
    select count(*)::int as posts from content_posts
    where site_id = ${siteId}::int and gone_at is null and source <> 'copydesk' and keyword_identity = ''`)
  return rows[0]?.posts ?? 0
}

const textsOf = (ids: readonly number[]): SQL => sql`${sql.param(ids.map(String))}::text[]`

/** The numbers that the publishing system gives these posts, by ours. */
export async function numbersOf(db: Db, ids: readonly number[]): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ id: number; postId: number }>(sql`
    select c.content_post_id as id, c.post_id::integer as "postId" from content_posts c
    where c.content_post_id = any(${sql.param([...ids])}::integer[])`)
  return new Map(rows.map(({ id, postId }) => [id, postId]))
}

/**
 * Marks posts as deleted that their site no longer shows, with their recommendations. Posts written here are
 * left to their articles, and posts from files to their files.
 * Returns the deleted posts.
 */
export async function releaseAdoptedPost(
  tx: Db,
  { siteId, ids, now }: { siteId: number; ids: readonly number[]; now: Date },
): Promise<{ postId: number; title: string; url: string | null }[]> {
  if (ids.length === 0) return []
  const { rows } = await tx.execute<{ id: number; postId: number; title: string; url: string | null }>(sql`
    update content_posts c set gone_at = ${now.toISOString()}::timestamptz
    where c.site_id = ${siteId}::int and c.source = 'adopted' and c.gone_at is null
      and c.post_id = any(${textsOf(ids)})
    returning content_post_id as id, post_id::integer as "postId", title, permalink as url`)
  await tx.execute(sql`
    delete from content_products
    where content_post_id = any(${sql.param(rows.map(({ id }) => id))}::integer[])`)
  return rows
}

/** A focus keyword, as the first of its posts has it, and how many posts have it. */
export interface KeywordOfPosts {
  keyword: string
  posts: number
}

/** The focus keywords of the posts of a site that were not written here, each once, in the order of the alphabet. */
export async function listFocusKeywords(db: Db, siteId: number): Promise<KeywordOfPosts[]> {
  const { rows } = await db.execute<{ keyword: string; posts: number }>(sql`
    select min(focus_keyword collate "C") as keyword, count(*)::int as posts from content_posts
    where site_id = ${siteId}::int and gone_at is null and source <> 'copydesk' and keyword_identity <> ''
    group by keyword_identity order by keyword_identity`)
  return rows
}

/**
 * Records that a tracked post now recommends another product in the same position and under the same award.
 */
export async function exchangeRecommended(
  tx: Db,
  contentPostId: number,
  { old, by }: { old: string; by: { asin: string; name: string } },
): Promise<void> {
  // The text that the site will show is ours: no editor has changed it.
  await tx.execute(
    sql`update content_posts set text_digest = '' where content_post_id = ${contentPostId}::int and text_digest is not null`,
  )
  const { rows } = await tx.execute<{ position: number; award: string }>(sql`
    delete from content_products where content_post_id = ${contentPostId}::int and asin = ${old}
    returning position, award`)
  const [place] = rows
  if (place === undefined) return
  await tx.execute(sql`
    insert into content_products (content_post_id, asin, position, name, award)
    values (${contentPostId}::int, ${by.asin}, ${place.position}, ${by.name}, ${place.award})
    on conflict do nothing`)
}
