import { sql } from 'drizzle-orm'
import type { Renewal } from '#shared/features/content-tracker/rules.ts'
import type { Db } from '../../db/connect.ts'
import type { PostAddress, WarehousePost } from '../../integrations/warehouse/port.ts'

/** A post by its site and number, kept from changing until the transaction ends. */
export async function lockPostToUpdate(tx: Db, { site, postId }: PostAddress): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.content_post_id as id from content_posts c join sites s using (site_id)
    where lower(s.code) = lower(${site}) and c.post_id = ${postId} and c.gone_at is null for update of c`)
  return rows[0]?.id
}

/** The post that an article was asked for as an update of, and what was announced of it then. */
export interface RenewedPost extends Record<string, unknown> {
  /** By the number of its publishing system. */
  postId: number
  renews: Exclude<Renewal, 'article'>
  /** Its site lets such posts be changed now, and it is no article's by now. */
  isChangeable: boolean
}

export async function findRenewedPost(db: Db, articleId: number): Promise<RenewedPost | null> {
  const { rows } = await db.execute<RenewedPost>(sql`
    select c.post_id::integer as "postId", coalesce(c.update_renews, 'another') as renews,
      s.changes_live_posts and s.retired_at is null and c.article_id is null as "isChangeable"
    from content_posts c join sites s using (site_id) join articles a on a.article_id = c.update_article_id
    where c.update_article_id = ${articleId}::int and a.site_id = c.site_id and c.post_id ~ '^[0-9]{1,9}$'
    order by c.content_post_id limit 1`)
  return rows[0] ?? null
}

/** The article by which a post that was not written here is to be renewed, as long as it is not out. */
export async function findOpenUpdate(tx: Db, id: number): Promise<WarehousePost['update']> {
  const { rows } = await tx.execute<NonNullable<WarehousePost['update']> & Record<string, unknown>>(sql`
    select a.article_id as "articleId", a.status, a.user_id as "userId"
    from content_posts c join articles a on a.article_id = c.update_article_id
    where c.content_post_id = ${id}::int and a.status in ('draft', 'requested', 'returned', 'approved')`)
  return rows[0] ?? null
}

/** The site that a code means, and the tag by which the marketplace pays it, unless its theme links the products. */
export async function findSite(
  db: Db,
  code: string,
): Promise<{ id: number; affiliateTag: string | null } | undefined> {
  const { rows } = await db.execute<{ id: number; affiliateTag: string | null }>(sql`
    select site_id as id, case when links_products then affiliate_tag end as "affiliateTag"
    from sites where lower(code) = lower(${code})`)
  return rows[0]
}

/** Notes by which article a post is to be renewed, and what was announced of that. */
export async function tieUpdate(
  tx: Db,
  postId: number,
  { articleId, renews }: { articleId: number; renews: Renewal },
): Promise<void> {
  await tx.execute(
    sql`update content_posts set update_article_id = ${articleId}::int, update_renews = ${renews === 'article' ? null : renews}
      where content_post_id = ${postId}::int`,
  )
}

/** Whether a site at work lets live posts be changed. */
export async function mayChangeLive(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from sites where site_id = ${siteId}::int and changes_live_posts and retired_at is null`,
  )
  return rows.length > 0
}

/** An update that was to take the place of a post is one of its own by now: somebody has decided so. */
export async function announceAnother(tx: Db, articleId: number): Promise<void> {
  await tx.execute(
    sql`update content_posts set update_renews = 'another' where update_article_id = ${articleId}::int`,
  )
}

/**
 * A post has its old text again: it is no article's any more, nor to be renewed by that one. Its site tells of it from
 * then on, or files where nobody has ever read the site: what we are said to have published goes with its article.
 */
export async function releasePost(tx: Db, articleId: number): Promise<void> {
  await tx.execute(
    sql`update content_posts c set article_id = null, update_article_id = null, update_renews = null,
        source = case when source <> 'copydesk' then source
          when exists (select from adoptions a where a.site_id = c.site_id) then 'adopted' else 'import' end
      where article_id = ${articleId}::int or update_article_id = ${articleId}::int`,
  )
}
