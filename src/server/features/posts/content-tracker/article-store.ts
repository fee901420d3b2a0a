import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

/** Published articles as posts; an article's update is no post of its own. */
const livePosts = (where: SQL): SQL => sql`
  select a.article_id, a.site_id, a.wordpress_id::text as post_id, a.title, a.image_url, a.updated_at,
    coalesce((select min(e.created_at) from article_events e where e.article_id = a.article_id and e.action = 'published'),
      a.updated_at) as published_at,
    coalesce((select max(e.created_at) from article_events e
      where e.article_id = a.article_id and e.action in ('published', 'revised')), a.updated_at) as text_changed_at,
    ap.url,
    (select k.keyword from article_keywords l join keywords k using (keyword_id)
      where l.article_id = a.article_id order by l.position limit 1) as focus_keyword
  from articles a left join article_posts ap on ap.article_id = a.article_id and ap.wordpress_id = a.wordpress_id
  where a.status = 'published' and a.wordpress_id is not null and a.revises_id is null
    and coalesce(ap.state, 'live') not in ('withdrawn', 'trashed', 'gone') and ${where}`

/** An article's first keyword, unless a user has chosen one for the post itself. */
const KEYWORD = sql`case when c.keyword_chosen_at is null then coalesce(excluded.focus_keyword, c.focus_keyword) else c.focus_keyword end`

/**
 * Makes posts of what Copydesk has published (of two articles with one post, the newer one's), and lets those go whose article is not before readers any more. A post
 * that was adopted or imported before becomes its article's. Answers the numbers of the posts that are different now.
 */
export async function followArticles(
  db: Db,
  { articleId, now, isTextChanged = false }: { articleId?: number; now: Date; isTextChanged?: boolean },
): Promise<number[]> {
  const isMeant = articleId === undefined ? sql`true` : sql`a.article_id = ${articleId}::int`
  const moment = now.toISOString()
  const changed = isTextChanged
    ? sql`greatest(c.text_changed_at, ${moment}::timestamptz)`
    : sql`coalesce(c.text_changed_at, excluded.text_changed_at)`
  const { rows: kept } = await db.execute<{ id: number }>(sql`
    insert into content_posts as c (site_id, post_id, title, published_at, modified_at, text_changed_at,
      permalink, article_id, focus_keyword, picture_url, source)
    select distinct on (site_id, post_id) site_id, post_id, title, published_at, updated_at, text_changed_at, url, article_id,
      focus_keyword, image_url, 'copydesk'
    from (${livePosts(isMeant)}) live order by site_id, post_id, article_id desc
    on conflict (site_id, post_id) do update set
      title = excluded.title, published_at = coalesce(c.published_at, excluded.published_at),
      modified_at = greatest(c.modified_at, excluded.modified_at), text_changed_at = ${changed},
      permalink = coalesce(excluded.permalink, c.permalink),
      article_id = excluded.article_id, focus_keyword = ${KEYWORD},
      picture_url = coalesce(excluded.picture_url, c.picture_url), source = 'copydesk', gone_at = null
    where (c.title, c.published_at, c.modified_at, c.text_changed_at, c.permalink, c.article_id, c.focus_keyword,
        c.picture_url, c.source, c.gone_at)
      is distinct from (excluded.title, coalesce(c.published_at, excluded.published_at),
        greatest(c.modified_at, excluded.modified_at), ${changed}, coalesce(excluded.permalink, c.permalink), excluded.article_id,
        ${KEYWORD}, coalesce(excluded.picture_url, c.picture_url), 'copydesk',
        null::timestamptz)
    returning content_post_id as id`)
  const { rows: gone } = await db.execute<{ id: number }>(sql`
    update content_posts c set gone_at = ${moment}::timestamptz
    where c.source = 'copydesk' and c.gone_at is null
      and ${articleId === undefined ? sql`true` : sql`c.article_id = ${articleId}::int`}
      and not exists (select from (${livePosts(sql`a.article_id = c.article_id`)}) live
        where live.site_id = c.site_id and live.post_id = c.post_id)
    returning content_post_id as id`)
  await followProducts(db, isMeant)
  await removeGoneProducts(
    db,
    gone.map(({ id }) => id),
  )
  return kept.map(({ id }) => id)
}

/** Copies products from articles to their posts; of a repeated product, the first one. */
async function followProducts(db: Db, isMeant: SQL): Promise<void> {
  const wanted = sql`
    select distinct on (c.content_post_id, ap.asin) c.content_post_id, ap.asin, ap.position, ap.name, ap.award
    from content_posts c join articles a on a.article_id = c.article_id
    join article_products ap on ap.article_id = a.article_id
    where c.gone_at is null and ap.asin ~ '^[A-Z0-9]{10}$' and ${isMeant}
    order by c.content_post_id, ap.asin, ap.position`
  await db.execute(sql`
    delete from content_products cp using content_posts c, articles a
    where c.content_post_id = cp.content_post_id and a.article_id = c.article_id and ${isMeant}
      and not exists (select from article_products ap where ap.article_id = a.article_id and ap.asin = cp.asin)`)
  await db.execute(sql`
    insert into content_products as cp (content_post_id, asin, position, name, award)
    select w.* from (${wanted}) w
    left join content_products k on k.content_post_id = w.content_post_id and k.asin = w.asin
    where (k.position, k.name, k.award) is distinct from (w.position::smallint, w.name, w.award)
    order by w.asin, w.content_post_id
    on conflict (content_post_id, asin) do update
      set position = excluded.position, name = excluded.name, award = excluded.award`)
}

async function removeGoneProducts(db: Db, posts: readonly number[]): Promise<void> {
  if (posts.length === 0) return
  await db.execute(
    sql`delete from content_products where content_post_id = any(${sql.param([...posts])}::integer[])`,
  )
}
