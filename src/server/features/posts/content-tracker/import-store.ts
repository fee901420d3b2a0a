import { pipeline } from 'node:stream/promises'
import type { PoolClient } from 'pg'
import { from } from 'pg-copy-streams'
import { ADVISORY_LOCKS } from '../../../db/advisory-locks.ts'
import { WHOLE_WEEK } from './earnings-reader.ts'

const SLICE = 5000

/** A name of a post: its number, of a site; or one that no other post should have. */
export interface PostName {
  site: number | null
  text: string
}

/** Stands for a post where several have the same name, so it identifies none of them. */
export const SEVERAL = 0

interface NamedPost {
  id: number
  siteId: number
  permalink: string | null
  trackingId: string | null
  isGone: boolean
}

/** All posts in batches, including deleted ones: their last earnings are reported after their deletion. */
export async function* listKnownPosts(client: PoolClient): AsyncGenerator<NamedPost[]> {
  for (let after = 0; ; ) {
    const { rows } = await client.query<NamedPost>(
      `select content_post_id as id, site_id as "siteId", permalink, tracking_id as "trackingId",
         gone_at is not null as "isGone"
       from content_posts where content_post_id > $1 order by content_post_id limit ${SLICE}`,
      [after],
    )
    yield rows
    if (rows.length < SLICE) return
    after = rows.at(-1)?.id ?? after
  }
}

/** Creates the table of names that are not numbers, which is dropped at the end of the transaction. */
export async function openPostNames(client: PoolClient): Promise<void> {
  await client.query(
    `create temporary table post_names (text text collate "C" not null, post integer not null, is_gone boolean not null)
     on commit drop`,
  )
}

export async function addPostNames(
  client: PoolClient,
  names: readonly { text: string; post: number; isGone: boolean }[],
): Promise<void> {
  await client.query(
    'insert into post_names select * from unnest($1::text[], $2::integer[], $3::boolean[])',
    [names.map(({ text }) => text), names.map(({ post }) => post), names.map(({ isGone }) => isGone)],
  )
}

/** Makes the names ready to be searched. */
export async function closePostNames(client: PoolClient): Promise<void> {
  await client.query('create index on post_names using hash (text)')
  await client.query('analyze post_names')
}

/** Subqueries, because joins may read all posts for every batch. */
const OF_NUMBER = 'select content_post_id from content_posts where site_id = w.site and post_id = w.text'
/** A post that is gone is meant only if no other has its name: sites publish again at an old address. */
const OF_NAME = `select case
    when count(*) filter (where not is_gone) = 1 then min(post) filter (where not is_gone)
    when count(*) > 1 then ${SEVERAL}
    else min(post) end
  from post_names n where n.text = w.text collate "C"`

/** The posts with these names, in their order; null where there is none, `SEVERAL` where there are several. */
export async function findNamedPosts(
  client: PoolClient,
  names: readonly PostName[],
): Promise<(number | null)[]> {
  if (names.length === 0) return []
  const ofName = names.some(({ site }) => site === null) ? OF_NAME : 'null'
  const { rows } = await client.query<{ posts: (number | null)[] }>(
    `select array(
       select case when w.site is null then (${ofName}) else (${OF_NUMBER}) end
       from unnest($1::integer[], $2::text[]) with ordinality w (site, text, place) order by w.place) as posts`,
    // PostgreSQL refuses texts with a NUL, which no post is named by.
    [names.map(({ site }) => site), names.map(({ text }) => text.replaceAll('\0', '\uFFFD'))],
  )
  return rows[0]?.posts ?? []
}

/** A line of earnings that belongs to a post. */
export interface StagedEarning {
  post: number
  asin: string | undefined
  weekStart: string
  weekday: number
  cents: number
}

const NOTHING = '\\N'
const copyLine = ({ post, asin, weekStart, weekday, cents }: StagedEarning) =>
  `${post}\t${asin ?? NOTHING}\t${weekStart}\t${weekday}\t${cents}\n`

/** Creates the staging table, which is dropped at the end of the transaction. */
export async function openStaging(client: PoolClient): Promise<void> {
  await client.query(
    `create temporary table told_earnings (post integer not null, asin text, week_start date not null,
       weekday smallint not null, cents bigint not null) on commit drop`,
  )
}

const copyIn = (client: PoolClient, table: string, lines: readonly string[]) =>
  pipeline([Buffer.from(lines.join(''))], client.query(from(`copy ${table} from stdin`)))

export const stageEarnings = (client: PoolClient, lines: readonly StagedEarning[]): Promise<void> =>
  copyIn(client, 'told_earnings', lines.map(copyLine))

/**
 * Writes whole weeks of posts directly. Requires that each occurs once, sorted by post and week, and that no
 * earnings of the posts from the first to the last are stored yet. Returns whether it did.
 */
export async function addNewEarnings(client: PoolClient, lines: readonly StagedEarning[]): Promise<boolean> {
  const [first, last] = [lines[0], lines.at(-1)]
  // Ordered like the index; otherwise the whole table is read if no row is found.
  const { rowCount } = await client.query(
    `select from (
       select content_post_id, week_start from content_earnings where (content_post_id, week_start) >= ($1, $2)
       order by content_post_id, week_start limit 1) next
     where (content_post_id, week_start) <= ($3, $4)`,
    [first?.post, first?.weekStart, last?.post, last?.weekStart],
  )
  if (rowCount !== 0) return false
  const rows = lines.map(({ post, weekStart, cents }) => `${post}\t${weekStart}\t${cents}\n`)
  await copyIn(client, 'content_earnings (content_post_id, week_start, cents)', rows)
  return true
}

/** Moves everything that this transaction has written back into the staging table. */
export async function stageAdded(client: PoolClient): Promise<void> {
  await client.query(
    `with taken as (
       delete from content_earnings where xmin = pg_current_xact_id()::xid
       returning content_post_id, week_start, cents
     ) insert into told_earnings (post, week_start, weekday, cents)
     select content_post_id, week_start, ${WHOLE_WEEK}, cents from taken`,
  )
}

/** Makes other imports of earnings wait until this transaction ends. */
export async function lockEarnings(client: PoolClient): Promise<void> {
  await client.query('select pg_advisory_xact_lock($1)', [ADVISORY_LOCKS.importEarnings])
}

/** A product of a site whose posts may recommend it. */
export interface SiteProduct {
  site: number
  asin: string
}

export const siteProductKey = ({ site, asin }: SiteProduct) => `${site} ${asin}`

/** The posts of a site that recommend a product: one of them, and their number. Keyed by `siteProductKey`. */
export async function findRecommending(
  client: PoolClient,
  products: readonly SiteProduct[],
): Promise<Map<string, { post: number; posts: number }>> {
  if (products.length === 0) return new Map()
  const { rows } = await client.query<SiteProduct & { post: number; posts: number }>(
    `select w.site, w.asin, min(p.content_post_id) as post, count(*)::int as posts
     from unnest($1::integer[], $2::text[]) w (site, asin)
     join content_products c on c.asin = w.asin
     join content_posts p on p.content_post_id = c.content_post_id and p.site_id = w.site
     group by w.site, w.asin`,
    [products.map(({ site }) => site), products.map(({ asin }) => asin)],
  )
  return new Map(rows.map(({ post, posts, ...product }) => [siteProductKey(product), { post, posts }]))
}

export interface Written {
  added: number
  changed: number
  repeated: number
}

const DAYS = [0, 1, 2, 3, 4, 5, 6]
const daysWhere = (condition: string) =>
  `array[${DAYS.map((day) => `sum(cents) filter (where weekday = ${day}${condition})`).join()}]::bigint[]`
const wholeWhere = (condition: string) => `sum(cents) filter (where weekday = ${WHOLE_WEEK}${condition})`

/** Reported earnings of a week: as one sum, which wins over its days, or by day. */
const told = (key: string, whole: string, days: string) => `
  select ${key}, week_start, coalesce(whole, sum_of_days(days))::bigint as cents, case when whole is null then days end as days
  from (select ${key}, week_start, ${whole} as whole, ${days} as days
    from told_earnings KEYED group by ${key}, week_start) t order by ${key}, week_start`

const HAS_PLAIN = 'count(*) filter (where asin is null) > 0'
const either = (one: string, other: string) => `case when ${HAS_PLAIN} then ${one} else ${other} end`

/**
 * For a post, lines without a product are the total and lines with one are its parts. Without the former, the
 * parts are the total.
 */
const OF_POSTS = told(
  'post',
  either(wholeWhere(' and asin is null'), wholeWhere('')),
  either(daysWhere(' and asin is null'), daysWhere('')),
).replace('KEYED', '')
const OF_PRODUCTS = told('post, asin', wholeWhere(''), daysWhere('')).replace(
  'KEYED',
  'where asin is not null',
)
/** Weeks as one sum, each once: nothing to add up. */
const PLAIN = 'select post, week_start, cents, null::bigint[] as days from told_earnings'
const SORTED = `${PLAIN} order by post, week_start`

/** Upserts the rows of a query. A repeated day takes the last value; a weekly sum replaces the days. */
const write = (table: string, key: string, question: string) => `
  with written as (
    insert into ${table} as e (${key}, week_start, cents, days) ${question}
    on conflict (${key}, week_start) do update set
      days = case when excluded.days is not null then merged_days(e.days, excluded.days) end,
      cents = case when excluded.days is null then excluded.cents else sum_of_days(merged_days(e.days, excluded.days)) end
    where case when excluded.days is null then e.days is not null or e.cents <> excluded.cents
      else e.days is distinct from merged_days(e.days, excluded.days) end
    returning xmax = 0 as is_new
  ) select count(*) filter (where is_new)::int as added, count(*) filter (where not is_new)::int as changed from written`

export interface StagedShape {
  /** Every line is a whole week of a post, and the order guarantees that each occurs once. */
  isPlain: boolean
  /** The lines are sorted by post and week. */
  isByPost: boolean
  hasProducts: boolean
}

/** Writes the staged lines; returns the number of weeks written (one per post and week). */
export async function writeEarnings(
  client: PoolClient,
  { isPlain, isByPost, hasProducts }: StagedShape,
): Promise<Written> {
  if (!isPlain) await client.query('analyze told_earnings')
  const once = isByPost ? PLAIN : SORTED
  const counted = isPlain
    ? 'select count(*)::int as weeks from told_earnings'
    : 'select count(*)::int as weeks from (select distinct post, week_start from told_earnings) w'
  const { rows: all } = await client.query<{ weeks: number }>(counted)
  const { rows } = await client.query<{ added: number; changed: number }>(
    write('content_earnings', 'content_post_id', isPlain ? once : OF_POSTS),
  )
  if (hasProducts) await client.query(write('product_earnings', 'content_post_id, asin', OF_PRODUCTS))
  const { added = 0, changed = 0 } = rows[0] ?? {}
  return { added, changed, repeated: (all[0]?.weeks ?? 0) - added - changed }
}
