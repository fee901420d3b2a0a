import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'
import { contentPosts } from '../../../db/schema/content.ts'

export interface PostOfSite {
  siteId: number
  /** As its publishing system numbers it. */
  postId: string
}

const isPost = ({ siteId, postId }: PostOfSite) =>
  and(eq(contentPosts.siteId, siteId), eq(contentPosts.postId, postId), isNull(contentPosts.goneAt))

/** Whether a post is known of a site, and was not written here. */
export async function isFollowed(db: Db, siteId: number, postId: number): Promise<boolean> {
  const rows = await db
    .select({ id: contentPosts.id })
    .from(contentPosts)
    .where(and(isPost({ siteId, postId: String(postId) }), isNull(contentPosts.articleId)))
  return rows.length > 0
}

/** Returns a post, locked until the transaction ends. */
export async function lockPost(tx: Db, address: PostOfSite) {
  const [post] = await tx
    .select({ id: contentPosts.id, title: contentPosts.title, keyword: contentPosts.focusKeyword })
    .from(contentPosts)
    .where(isPost(address))
    .for('update')
  return post
}

/** Stores a keyword that a user chose for the post itself. Its article no longer determines it. */
export async function storeChosenKeyword(
  tx: Db,
  id: number,
  { keyword, now }: { keyword: string | null; now: Date },
): Promise<void> {
  await tx
    .update(contentPosts)
    .set({ focusKeyword: keyword, keywordChosenAt: now })
    .where(eq(contentPosts.id, id))
}

/** The keyword that a user chose for an article's post itself, empty for none; null if no user did. */
export async function findChosenKeyword(db: Db, articleId: number): Promise<string | null> {
  const [post] = await db
    .select({ keyword: contentPosts.focusKeyword })
    .from(contentPosts)
    .where(and(eq(contentPosts.articleId, articleId), isNotNull(contentPosts.keywordChosenAt)))
  return post === undefined ? null : (post.keyword ?? '')
}

/** Days of clicks, shown next to the earnings of the same number of days. */
const CLICK_DAYS = 30

/**
 * Recomputes the search clicks of a site's posts: in the 30 days up to the newest day with data, from
 * `search_totals`, and in the 30 days before. Until all of these were read, the previous values stay, with
 * their day.
 */
export async function recomputeClicks(tx: Db, siteId: number): Promise<void> {
  await tx.execute(sql`
    with newest as (select max(day) as day from search_days where site_id = ${siteId}::int),
    known as (
      select n.day from newest n where ${CLICK_DAYS}::int = (
        select count(*) from search_days d where d.site_id = ${siteId}::int and d.day > n.day - ${CLICK_DAYS}::int)
    ),
    known_before as (
      select n.day from known n where ${CLICK_DAYS}::int = (
        select count(*) from search_days d where d.site_id = ${siteId}::int
          and d.day > n.day - ${2 * CLICK_DAYS}::int and d.day <= n.day - ${CLICK_DAYS}::int)
    ),
    clicked_before as (
      select s.content_post_id, sum(r.clicks) as clicks
      from known_before b cross join search_pages s join search_rows r on r.page_id = s.page_id
      where s.site_id = ${siteId}::int and s.content_post_id is not null
        and r.day > b.day - ${2 * CLICK_DAYS}::int and r.day <= b.day - ${CLICK_DAYS}::int
      group by s.content_post_id
    )
    update content_posts c set clicks_30d = k.clicks, clicks_until = k.until, clicks_before = k.before
    from (
      select p.content_post_id, known.day as until,
        coalesce((select sum(t.clicks) from search_totals t
          where t.content_post_id = p.content_post_id and t.period = ${CLICK_DAYS}::smallint), 0)::int as clicks,
        case when b.day is not null then coalesce(o.clicks, 0)::int end as before
      from content_posts p cross join known left join known_before b on true
      left join clicked_before o on o.content_post_id = p.content_post_id
      where p.site_id = ${siteId}::int and p.permalink is not null
    ) k
    where c.content_post_id = k.content_post_id
      and (c.clicks_30d, c.clicks_until, c.clicks_before) is distinct from (k.clicks, k.until, k.before)`)
}
