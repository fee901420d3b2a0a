import { type SQL, sql } from 'drizzle-orm'
import { grantsOf, type RoleId } from '#shared/access/roles.ts'
import type { ArticleStatus } from '#shared/features/articles/articles/rules.ts'
import {
  REPLACEMENTS_SIZE,
  type ReplacementPlaceState,
  type ReplacementState,
} from '#shared/features/articles/replacements/contract.ts'
import { PLACES_MAXIMUM, STARS_LEAST } from '#shared/features/articles/replacements/rules.ts'
import { CHANGES_SEEN_DAYS, UNDO_DAYS } from '#shared/features/keywords/keyword-changes/contract.ts'
import { SHOWN_DAYS, type Stock } from '#shared/features/products/product-library/rules.ts'
import type { Db } from '../../../db/connect.ts'
import { fullNameFrom } from '../../../db/sql/full-name.ts'
import { isDraftedWithout, OPEN_STATUSES } from '../../../db/sql/open-updates.ts'
import type { Caller } from '../../../security/actor.ts'

/** An article that recommends a product. */
export interface FoundArticle extends Record<string, unknown> {
  id: number
  userId: number
  status: ArticleStatus
  siteId: number
  revisesId: number | null
  /** The user who works on an update of it; null if none. */
  revisedBy: string | null
  /** That update. */
  revisionId: number | null
}

/** Articles with a product that this user may see, published ones first. */
export async function listRecommending(db: Db, asin: string, userId: number): Promise<FoundArticle[]> {
  const { rows } = await db.execute<FoundArticle>(sql`
    select a.article_id as id, a.user_id as "userId", a.status, a.site_id as "siteId", a.revises_id as "revisesId",
      ${fullNameFrom(sql`u`)} as "revisedBy", r.article_id as "revisionId"
    from articles a left join articles r on r.revises_id = a.article_id and r.status in ('draft', 'requested', 'returned')
      left join users u on u.id = r.user_id
    where a.article_id in (select article_id from article_products where asin = ${asin})
      and (a.status in ('requested', 'returned', 'published') and (a.revises_id is null or a.status <> 'published')
        or a.status = 'approved' and a.revises_id is null
        or a.status = 'draft' and a.user_id = ${userId})
    order by array_position(array['published', 'approved', 'requested', 'returned', 'draft'], a.status), a.article_id
    limit ${PLACES_MAXIMUM}::int`)
  return rows
}

/** A tracked post with a product, unless it belongs to an article. */
export interface FoundPost extends Record<string, unknown> {
  title: string
  siteId: number
  url: string | null
  award: string
  articleId: number | null
  contentPostId: number
  /** The id in the publishing system; null if it is not a number. */
  postId: number | null
  name: string
  /** Its site allows changes to live posts. */
  isChangeable: boolean
  /** The user who works on an update of it; null if none. */
  updatedBy: string | null
  /** That update. */
  updateId: number | null
  /** An update of it was published as a post of its own. */
  isRenewed: boolean
  hasKeyword: boolean
}

/** Whether an article that was written as the update of a post `p` is published. */
const IS_RENEWED = sql`exists (select from articles n where p.article_id is null
  and n.article_id = p.update_article_id and n.status = 'published')`

export async function listPostsBeside(
  db: Db,
  asin: string,
  articleIds: readonly number[],
): Promise<FoundPost[]> {
  const { rows } = await db.execute<FoundPost>(sql`
    select p.title, p.site_id as "siteId", p.permalink as url, cp.award, p.article_id as "articleId",
      p.content_post_id as "contentPostId", cp.name, s.changes_live_posts and s.retired_at is null as "isChangeable",
      case when p.post_id ~ '^[0-9]{1,9}$' then p.post_id::int end as "postId",
      p.keyword_identity <> '' as "hasKeyword",
      ${fullNameFrom(sql`u`)} as "updatedBy", r.article_id as "updateId", ${IS_RENEWED} as "isRenewed"
    from content_products cp join content_posts p using (content_post_id) join sites s using (site_id)
      left join articles r on r.article_id = p.update_article_id
        and r.status in (${OPEN_STATUSES})
      left join users u on u.id = r.user_id
    where cp.asin = ${asin} and p.gone_at is null
      and (p.article_id is null or p.article_id <> all(${sql.param([...articleIds])}::int[]))
    order by p.earnings_30d desc nulls last, p.content_post_id limit ${PLACES_MAXIMUM}::int`)
  return rows
}

/** The site's code if it currently allows changes to live posts. */
export async function findChangeableSite(db: Db, siteId: number): Promise<string | undefined> {
  const { rows } = await db.execute<{ code: string }>(sql`
    select lower(code) as code from sites
    where site_id = ${siteId}::int and changes_live_posts and retired_at is null`)
  return rows[0]?.code
}

/** Whether a post that was not written here has been assigned to an article since. */
export async function isOfArticle(db: Db, contentPostId: number): Promise<boolean> {
  const { rows } = await db.execute(sql`
    select from content_posts where content_post_id = ${contentPostId}::int and article_id is not null`)
  return rows.length > 0
}

/** The user on whose behalf a job works; undefined if that user may no longer sign in. */
export async function findPerson(db: Db, id: number, origin: Caller['origin']): Promise<Caller | undefined> {
  const { rows } = await db.execute<{
    id: number
    firstName: string
    lastName: string
    username: string
    roleId: RoleId
  }>(sql`select id, first_name as "firstName", last_name as "lastName", username, role_id as "roleId"
    from users where id = ${id} and active`)
  const [row] = rows
  return row && { ...row, kind: 'person', permissions: grantsOf(row.roleId), session: '', origin }
}

/** A product of the same category. */
export interface ShelfProduct extends Record<string, unknown> {
  asin: string
  name: string
  imageUrl: string | null
  rating: { stars: number; count: number } | null
}

/** Recent stock of a product, and the number of posts that contain it together with the old product. */
export interface ShelfUse extends Record<string, unknown> {
  asin: string
  recent: { stock: Stock; created_at: string }[]
  usedIn: number
}

/** Most products read per category. */
const MOST_OF_SHELF = 500

/** The category from the latest catalogue reading of a product; null if there is none. */
export async function findShelf(db: Db, asin: string): Promise<string | null> {
  const { rows } = await db.execute<{ shelf: string | null }>(
    sql`select item -> 'categories' ->> -1 as shelf from catalog_readings where asin = ${asin}`,
  )
  return rows[0]?.shelf ?? null
}

/** Products of a category in stock, most reviewed first, without the old one. */
export async function listShelf(
  db: Db,
  { asin, shelf }: { asin: string; shelf: string },
): Promise<ShelfProduct[]> {
  const { rows } = await db.execute<ShelfProduct>(sql`
    select r.asin, coalesce(nullif(p.name, ''), r.item ->> 'title') as name, r.item ->> 'imageUrl' as "imageUrl",
      r.item -> 'rating' as rating
    from catalog_readings r left join products p using (asin)
    where (r.item -> 'categories' ->> -1) = ${shelf} and r.asin <> ${asin}
      and coalesce(nullif(p.stock, 'NOT_SCANNED'), r.item ->> 'stock') = 'IN_STOCK'
      and (r.item -> 'rating' ->> 'stars')::float8 >= ${STARS_LEAST}::float8
    order by (r.item -> 'rating' ->> 'count')::int desc nulls last, r.asin limit ${MOST_OF_SHELF}::int`)
  return rows
}

/** Stock of these products on the displayed days, and their common posts with the old product; unordered. */
export async function listShelfUses(
  db: Db,
  asins: readonly string[],
  { asin, now }: { asin: string; now: Date },
): Promise<ShelfUse[]> {
  const from = daysBefore(now, SHOWN_DAYS)
  const { rows } = await db.execute<ShelfUse>(sql`
    select shelf.asin, ${recentOf(from)} as recent,
      (select count(*)::int from content_products c join content_products o using (content_post_id)
        join content_posts p using (content_post_id)
        where c.asin = shelf.asin and o.asin = ${asin} and p.gone_at is null) as "usedIn"
    from (select wanted.asin, p.product_id
      from unnest(${sql.param([...asins])}::text[]) wanted (asin) left join products p using (asin)) shelf`)
  return rows
}

const recentOf = (
  from: SQL,
) => sql`coalesce((select json_agg(json_build_object('stock', stock, 'created_at', created_at)
  order by created_at) from (
    select stock, created_at from product_stocks s where s.product_id = shelf.product_id and s.created_at >= ${from}
    union all (select stock, created_at from product_stocks s
      where s.product_id = shelf.product_id and s.created_at < ${from} order by created_at desc limit 1)) s), '[]')`

/** Last known price of a product, if the marketplace allows storing prices; undefined if unknown. */
export async function findLastPrice(
  db: Db,
  asin: string,
): Promise<{ amount: number; currency: string } | undefined> {
  const { rows } = await db.execute<{ amount: number; currency: string }>(sql`
    select l.cents::float8 / 100 as amount, l.currency from products p join product_prices l using (product_id)
    where p.asin = ${asin} order by l.created_at desc limit 1`)
  return rows[0]
}

/** US dollars a week at risk through a product; null if unknown. */
export async function findAtRisk(db: Db, asin: string): Promise<number | null> {
  const { rows } = await db.execute<{ dollars: number | null }>(
    sql`select sum(cents)::float8 / 100 as dollars from stock_risks where asin = ${asin}`,
  )
  return rows[0]?.dollars ?? null
}

/** Number of tracked posts with a product. */
export async function countPosts(db: Db, asin: string): Promise<number> {
  const { rows } = await db.execute<{ posts: number }>(sql`
    select count(*)::int as posts from content_products cp join content_posts p using (content_post_id)
    where cp.asin = ${asin} and p.gone_at is null`)
  return rows[0]?.posts ?? 0
}

export interface ListedReplacement extends Record<string, unknown> {
  replacement_id: number
  state: ReplacementState
  old_asin: string
  old_name: string
  old_image: string | null
  new_asin: string
  new_name: string
  new_image: string | null
  user: { id: number; first_name: string; last_name: string }
  applied_at: string | null
  places: Partial<Record<ReplacementPlaceState, number>>
  /** Done places by what became of their drafts; `requested` are those drafts that ask a site's editors. */
  results: { drafted: number; unpublished: number; requested: number; closed: number }
  old_stock: Stock | null
}

const imageOf = (asin: SQL) =>
  sql`(select coalesce(c.item ->> 'imageUrl', p.image_url) from products p left join catalog_readings c using (asin) where p.asin = ${asin})`

const LISTED = sql`select r.replacement_id, r.state, r.old_asin, r.old_name, ${imageOf(sql`r.old_asin`)} as old_image,
    r.new_asin, r.new_name, ${imageOf(sql`r.new_asin`)} as new_image,
    json_build_object('id', u.id, 'first_name', u.first_name, 'last_name', u.last_name) as user, r.applied_at,
    (select coalesce(json_object_agg(state, places), '{}') from (
      select state, count(*) as places from replacement_places p where p.replacement_id = r.replacement_id group by state) s) as places,
    (select json_build_object(
        'drafted', count(*) filter (where is_drafted),
        'unpublished', count(*) filter (where not is_drafted and not is_request
          and (not is_open or p.status = 'published') and a.status is distinct from 'published'),
        'requested', count(*) filter (where is_drafted and is_request),
        'closed', count(*) filter (where not is_drafted and is_request))
      from replacement_places p left join articles a on a.article_id = p.result_id
        cross join lateral (select coalesce(${isDraftedWithout(sql`r.old_asin`)}, false) as is_drafted,
          coalesce(a.status in (${OPEN_STATUSES}), false) as is_open, p.content_post_id is not null as is_request) o
      where p.replacement_id = r.replacement_id and p.state = 'done' and not p.is_live) as results,
    (select stock from products p where p.asin = r.old_asin) as old_stock
  from replacements r join users u on u.id = r.user_id`

const daysBefore = (now: Date, days: number) =>
  sql`${now.toISOString()}::timestamptz - interval '${sql.raw(String(days))} days'`

/** The owner of the replacements; undefined for all users. */
interface Seen {
  userId: number | undefined
  now: Date
}

const seenBy = ({ userId, now }: Seen) =>
  sql`r.applied_at > ${daysBefore(now, CHANGES_SEEN_DAYS)}${userId === undefined ? sql`` : sql` and r.user_id = ${userId}`}`

/** A page of completed replacements, newest first. Pages start at 1. */
export async function listReplacements(db: Db, seen: Seen & { page: number }): Promise<ListedReplacement[]> {
  const { rows } = await db.execute<ListedReplacement>(sql`
    ${LISTED} where ${seenBy(seen)} order by r.applied_at desc, r.replacement_id desc
    limit ${REPLACEMENTS_SIZE}::int offset ${(seen.page - 1) * REPLACEMENTS_SIZE}::bigint`)
  return rows
}

export async function countReplacements(db: Db, seen: Seen): Promise<number> {
  const { rows } = await db.execute<{ total: number }>(
    sql`select count(*)::int as total from replacements r where ${seenBy(seen)}`,
  )
  return rows[0]?.total ?? 0
}

/** A user's replacements that can still be undone and whose old product can be bought again. */
export async function listBack(db: Db, { userId, now }: { userId: number; now: Date }) {
  const { rows } = await db.execute<ListedReplacement>(sql`
    ${LISTED} where r.user_id = ${userId} and r.state = 'applied' and r.applied_at > ${daysBefore(now, UNDO_DAYS)}
      and exists (select from products p where p.asin = r.old_asin and p.stock = 'IN_STOCK' and p.stock_since > r.applied_at)
      and exists (select from replacement_places p where p.replacement_id = r.replacement_id and p.state = 'done')
    order by r.applied_at desc, r.replacement_id desc limit ${REPLACEMENTS_SIZE}::int`)
  return rows
}

export async function findListed(db: Db, id: number): Promise<ListedReplacement | undefined> {
  const { rows } = await db.execute<ListedReplacement>(sql`${LISTED} where r.replacement_id = ${id}`)
  return rows[0]
}

export interface FoundResult extends Record<string, unknown> {
  id: number
  status: ArticleStatus
  isVisible: boolean
  /** `isDraftedWithout` the product. */
  isDrafted: boolean
}

/** Those of these articles that exist, and whether this user may see them: all but other users' drafts. */
export async function listResults(
  db: Db,
  ids: readonly number[],
  { userId, asin = '' }: { userId: number; asin?: string },
): Promise<FoundResult[]> {
  const { rows } = await db.execute<FoundResult>(sql`
    select article_id as id, status, status <> 'draft' or user_id = ${userId} as "isVisible",
      ${isDraftedWithout(sql`${asin}`)} as "isDrafted"
    from articles a where article_id = any(${sql.param([...ids])}::int[])`)
  return rows
}

/** Site codes in lower case by id. */
export async function siteCodes(db: Db): Promise<Map<number, string>> {
  const { rows } = await db.execute<{ id: number; code: string }>(
    sql`select site_id as id, lower(code) as code from sites`,
  )
  return new Map(rows.map(({ id, code }) => [id, code]))
}

/** The text of a live post when the set was frozen, and its new text; undefined for other places. */
export async function findTexts(
  db: Db,
  { id, placeId }: { id: number; placeId: number },
): Promise<{ before: string; after: string } | undefined> {
  const { rows } = await db.execute<{ before: string; after: string }>(sql`
    select m.before ->> 'content' as before, m.after ->> 'content' as after
    from replacement_markups m join replacement_places p using (replacement_place_id)
    where m.replacement_place_id = ${placeId}::int and p.replacement_id = ${id}::int`)
  return rows[0]
}

export interface PlannedText extends Record<string, unknown> {
  placeId: number
  isLive: boolean
  /** Remaining mentions of the old product. */
  mentions: string[]
  /** New text of the post. */
  content: string
}

/** Posts of a replacement whose text was read and would still mention the old product. */
export async function listPlannedTexts(db: Db, id: number): Promise<PlannedText[]> {
  const { rows } = await db.execute<PlannedText>(sql`
    select p.replacement_place_id as "placeId", p.is_live as "isLive", p.mentions, m.after ->> 'content' as content
    from replacement_places p join replacement_markups m using (replacement_place_id)
    where p.replacement_id = ${id}::int and p.mentions <> '[]'`)
  return rows
}

/** A post that was not written here, for its site's editors. */
export interface RequestedPost extends Record<string, unknown> {
  /** Site code in lower case. */
  site: string
  postId: string
  url: string | null
  /** The tag of the site, or else of the post's own links; null if neither is known. */
  affiliateTag: string | null
  isOfArticle: boolean
  isRenewed: boolean
}

/** A tracked post by its id; undefined if it is gone. */
export async function findRequestedPost(db: Db, contentPostId: number): Promise<RequestedPost | undefined> {
  const { rows } = await db.execute<RequestedPost>(sql`
    select lower(s.code) as site, p.post_id as "postId", p.permalink as url,
      coalesce(s.affiliate_tag, p.tracking_id) as "affiliateTag", p.article_id is not null as "isOfArticle", ${IS_RENEWED} as "isRenewed"
    from content_posts p join sites s using (site_id)
    where p.content_post_id = ${contentPostId}::int and p.gone_at is null`)
  return rows[0]
}
