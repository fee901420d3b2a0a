import { sql } from 'drizzle-orm'
import type { Db } from '../../../db/connect.ts'

export interface PostValues {
  siteId: number
  /** The id in the publishing system. */
  postId: string
  title: string
  /** ISO 8601. Null means unknown and keeps the stored value. */
  published: string | null
  modified: string | null
  /** Digest of the text; left out when the source is not the post's own site. */
  textDigest?: string
  address: string | null
  /** Empty if the post is known to have none. */
  focusKeyword: string | null
  picture: string | null
  trackingId: string | null
  /** In order; null if unknown. */
  products: { asin: string; name: string; award: string; image: string | null }[] | null
}

export interface WrittenPosts {
  added: number
  changed: number
  /** Ids of the added and of the changed posts. */
  ids: number[]
  addedIds: number[]
}

/** A post published by Copydesk takes only its tracking id from elsewhere. */
const OURS = sql`c.source = 'copydesk'`
/**
 * The post was read from its site, or deleted there. Other sources only fill in what the site leaves open.
 */
const OF_ITS_SITE = `(c.source = 'adopted' or c.gone_at is not null)`
const TOLD_BY_OTHERS = `(excluded.source = 'import' and ${OF_ITS_SITE})`
const taken = (column: string) =>
  sql.raw(
    `case when c.source = 'copydesk' then c.${column} when ${TOLD_BY_OTHERS} then coalesce(c.${column}, excluded.${column})
      else coalesce(excluded.${column}, c.${column}) end`,
  )
/** Whether this source may clear the post's fields and replace its products. */
const isTaken = (source: 'adopted' | 'import') =>
  source === 'adopted' ? sql`not ${OURS}` : sql`not ${OURS} and not ${sql.raw(OF_ITS_SITE)}`
/** Only its site can bring back a deleted post. */
const GONE = sql`case when ${OURS} or excluded.source = 'import' then c.gone_at end`

/** A keyword that was chosen here and sent to the site is newer than the site's own value. */
const KEYWORD = sql`case when (excluded.source = 'adopted' or ${sql.raw(TOLD_BY_OTHERS)}) and c.keyword_chosen_at is not null
  then c.focus_keyword else ${taken('focus_keyword')} end`
/**
 * When the text was last changed. The site counts every save, but a save that left the text as it was is not
 * a change. The previous date stays for text that we wrote in between (an empty digest), and for a post that
 * was not read before we chose its keyword.
 */
const TEXT_CHANGED = sql`case
  when excluded.text_digest is null then ${taken('text_changed_at')}
  when ${OURS} then case when c.text_digest <> '' and c.text_digest <> excluded.text_digest
    then greatest(c.text_changed_at, excluded.text_changed_at) else c.text_changed_at end
  when c.source <> 'import' and (c.text_digest = '' or (c.title = excluded.title and c.text_digest = excluded.text_digest)
    or (c.text_digest is null and c.keyword_chosen_at >= c.modified_at)) then c.text_changed_at
  else coalesce(excluded.text_changed_at, c.text_changed_at) end`
const TEXT_DIGEST = sql`coalesce(excluded.text_digest, c.text_digest)`
/** A post imported from a file belongs to its site once the site shows it. */
const SOURCE = sql`case when c.source = 'import' then excluded.source else c.source end`

/** Clears fields that the source reports as empty; returns the ids of the changed posts. */
async function clearFields(tx: Db, told: string, source: 'adopted' | 'import'): Promise<number[]> {
  const noKeyword = sql`t."focusKeyword" = '' and c.keyword_chosen_at is null`
  const { rows } = await tx.execute<{ id: number }>(sql`
    update content_posts c set
      focus_keyword = case when ${noKeyword} then null else c.focus_keyword end,
      picture_url = case when t.picture = '' then null else c.picture_url end
    from jsonb_to_recordset(${told}::jsonb) as t ("siteId" integer, "postId" text, "focusKeyword" text, picture text)
    where c.site_id = t."siteId" and c.post_id = t."postId" and ${isTaken(source)}
      and ((${noKeyword} and c.focus_keyword is not null) or (t.picture = '' and c.picture_url is not null))
    returning c.content_post_id as id`)
  return rows.map(({ id }) => id)
}

/** Inserts or updates reported posts, each once. `source` is where they come from. */
export async function writePosts(
  tx: Db,
  posts: readonly PostValues[],
  source: 'adopted' | 'import',
): Promise<WrittenPosts> {
  const told = JSON.stringify(posts)
  const cleared = await clearFields(tx, told, source)
  const { rows } = await tx.execute<{ id: number; isNew: boolean; isKnown: boolean }>(sql`
    insert into content_posts as c (site_id, post_id, title, published_at, modified_at, text_changed_at,
      text_digest, permalink, focus_keyword, picture_url, tracking_id, source)
    select "siteId", "postId", title, published, modified, modified, "textDigest", address, nullif("focusKeyword", ''), nullif(picture, ''),
      "trackingId", ${source}
    from jsonb_to_recordset(${told}::jsonb) as t ("siteId" integer, "postId" text, title text, published timestamptz,
      modified timestamptz, "textDigest" text, address text, "focusKeyword" text, picture text, "trackingId" text)
    order by "siteId", "postId"
    on conflict (site_id, post_id) do update set
      title = ${taken('title')}, published_at = ${taken('published_at')}, modified_at = ${taken('modified_at')},
      text_changed_at = ${TEXT_CHANGED}, text_digest = ${TEXT_DIGEST},
      permalink = ${taken('permalink')}, focus_keyword = ${KEYWORD}, picture_url = ${taken('picture_url')},
      tracking_id = coalesce(excluded.tracking_id, c.tracking_id),
      gone_at = ${GONE}, source = ${SOURCE}
    where (c.title, c.published_at, c.modified_at, c.text_changed_at, c.text_digest, c.permalink, c.focus_keyword, c.picture_url, c.tracking_id, c.gone_at,
        c.source)
      is distinct from (${taken('title')}, ${taken('published_at')}, ${taken('modified_at')}, ${TEXT_CHANGED}, ${TEXT_DIGEST},
        ${taken('permalink')}, ${KEYWORD}, ${taken('picture_url')}, coalesce(excluded.tracking_id, c.tracking_id),
        ${GONE}, ${SOURCE})
    returning content_post_id as id, xmax = 0 as "isNew"`)
  const changed = new Set([...cleared, ...rows.filter(({ isNew }) => !isNew).map(({ id }) => id)])
  const added = new Set(rows.filter(({ isNew }) => isNew).map(({ id }) => id))
  for (const id of await writeProducts(tx, told, source)) if (!added.has(id)) changed.add(id)
  return { added: added.size, changed: changed.size, ids: [...added, ...changed], addedIds: [...added] }
}

/** Replaces the products of posts; returns the ids of the posts whose products changed. */
async function writeProducts(tx: Db, told: string, source: 'adopted' | 'import'): Promise<number[]> {
  const wanted = sql`
    select distinct on (c.content_post_id, x.product ->> 'asin') c.content_post_id, x.product ->> 'asin' as asin,
      x.position::smallint as position, x.product ->> 'name' as name, x.product ->> 'award' as award,
      x.product ->> 'image' as image_url
    from jsonb_to_recordset(${told}::jsonb) as t ("siteId" integer, "postId" text, products jsonb)
    join content_posts c on c.site_id = t."siteId" and c.post_id = t."postId" and ${isTaken(source)}
    cross join lateral jsonb_array_elements(t.products) with ordinality as x (product, position)
    where jsonb_typeof(t.products) = 'array' order by 1, 2, 3`
  const { rows: removed } = await tx.execute<{ id: number }>(sql`
    delete from content_products cp using (
      select c.content_post_id, t.products from jsonb_to_recordset(${told}::jsonb) as t ("siteId" integer, "postId" text, products jsonb)
      join content_posts c on c.site_id = t."siteId" and c.post_id = t."postId" and ${isTaken(source)}
      where jsonb_typeof(t.products) = 'array') w
    where cp.content_post_id = w.content_post_id
      and not exists (select from jsonb_array_elements(w.products) p where p ->> 'asin' = cp.asin)
    returning cp.content_post_id as id`)
  const { rows: written } = await tx.execute<{ id: number }>(sql`
    insert into content_products as cp (content_post_id, asin, position, name, award, image_url)
    select w.* from (${wanted}) w
    left join content_products k on k.content_post_id = w.content_post_id and k.asin = w.asin
    where k.asin is null or (k.position, k.name, k.award, k.image_url) is distinct from (w.position,
      coalesce(nullif(w.name, ''), k.name), coalesce(nullif(w.award, ''), k.award), coalesce(w.image_url, k.image_url))
    order by w.asin, w.content_post_id
    on conflict (content_post_id, asin) do update set position = excluded.position,
      name = coalesce(nullif(excluded.name, ''), cp.name), award = coalesce(nullif(excluded.award, ''), cp.award),
      image_url = coalesce(excluded.image_url, cp.image_url)
    returning content_post_id as id`)
  return [...removed, ...written].map(({ id }) => id)
}
