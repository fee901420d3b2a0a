import { sql } from 'drizzle-orm'
import type { Renewal } from '#shared/features/posts/content-tracker/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { OPEN_STATUSES } from '../../../db/sql/open-updates.ts'
import type { OpenUpdate, PostAddress } from './queries.ts'

/** Returns a post by its site and id, locked until the transaction ends. */
export async function lockPostToUpdate(tx: Db, { site, postId }: PostAddress): Promise<number | undefined> {
  const { rows } = await tx.execute<{ id: number }>(sql`
    select c.content_post_id as id from content_posts c join sites s using (site_id)
    where lower(s.code) = lower(${site}) and c.post_id = ${postId} and c.gone_at is null for update of c`)
  return rows[0]?.id
}

/** The post that an article updates on request, and the scope announced at that time. */
export interface RenewedPost extends Record<string, unknown> {
  /** The id in the publishing system. */
  postId: number
  renews: Exclude<Renewal, 'article'>
  /** Its site currently allows changes to such posts, and it does not belong to an article. */
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

/** The unpublished article that will renew a post that was not written here. */
export async function findOpenUpdate(tx: Db, id: number): Promise<OpenUpdate | null> {
  const { rows } = await tx.execute<OpenUpdate & Record<string, unknown>>(sql`
    select a.article_id as "articleId", a.status, a.user_id as "userId"
    from content_posts c join articles a on a.article_id = c.update_article_id
    where c.content_post_id = ${id}::int and a.status in (${OPEN_STATUSES})`)
  return rows[0] ?? null
}

/** The site of a code, and its affiliate tag unless its theme adds the links. */
export async function findSite(
  db: Db,
  code: string,
): Promise<{ id: number; affiliateTag: string | null } | undefined> {
  const { rows } = await db.execute<{ id: number; affiliateTag: string | null }>(sql`
    select site_id as id, case when links_products then affiliate_tag end as "affiliateTag"
    from sites where lower(code) = lower(${code})`)
  return rows[0]
}

/** Records the article that will renew a post, and the announced scope. */
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

/** Whether an active site allows changes to live posts. */
export async function mayChangeLive(db: Db, siteId: number): Promise<boolean> {
  const { rows } = await db.execute(
    sql`select 1 from sites where site_id = ${siteId}::int and changes_live_posts and retired_at is null`,
  )
  return rows.length > 0
}

/** Turns an update that was to replace a post into a new post, after a user's decision. */
export async function announceAnother(tx: Db, articleId: number): Promise<void> {
  await tx.execute(
    sql`update content_posts set update_renews = 'another' where update_article_id = ${articleId}::int`,
  )
}

/**
 * Records that a post has its old text again: it no longer belongs to the article, and that article will not
 * renew it. From then on its data comes from its site, or from files if the site was never read. The record
 * of our own publication is deleted with its article.
 */
export async function releasePost(tx: Db, articleId: number): Promise<void> {
  await tx.execute(
    sql`update content_posts c set article_id = null, update_article_id = null, update_renews = null,
        source = case when source <> 'copydesk' then source
          when exists (select from adoptions a where a.site_id = c.site_id) then 'adopted' else 'import' end
      where article_id = ${articleId}::int or update_article_id = ${articleId}::int`,
  )
}
