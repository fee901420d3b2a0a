import type { Pool } from 'pg'
import type { SourcePart } from '#shared/features/posts/warehouse/rules.ts'
import type { AdapterHealth } from '../health.ts'
import type {
  SourceEarning,
  SourceKey,
  SourceQuery,
  SourceRows,
  SourceSlice,
  WarehouseSource,
} from './port.ts'
import { sliceOf } from './source-slice.ts'

const ISO = `'YYYY-MM-DD"T"HH24:MI:SS"Z"'`
const moment = (column: string) => `to_char(${column} at time zone 'UTC', ${ISO})`

/** Our own tables always answer. */
export const OWN_TABLES: AdapterHealth = {
  adapter: 'built-in',
  ok: true,
  detail: 'Posts and earnings are kept in Copydesk itself.',
}

/** Posts whose earnings are read together: a hundred weeks of each fill a slice. */
const POSTS_AT_ONCE = 200
/** Stands behind every week. */
const FAR_WEEK = '2099-12-31'

/** The posts that are followed, by what they are known by outside; compared byte by byte. */
const PLACES = `select lower(s.code) collate "C" as site, p.post_id collate "C" as post_id, p.content_post_id as id
  from content_posts p join sites s using (site_id) where p.gone_at is null`

interface Question {
  key: readonly string[]
  rows: string
}

const QUESTIONS: Readonly<Record<'posts' | 'availability', Question>> = {
  posts: {
    key: ['site', 'post_id'],
    rows: `select lower(s.code) collate "C" as site, p.post_id collate "C" as post_id, p.title,
        ${moment('p.published_at')} as published, ${moment('p.modified_at')} as modified, p.permalink as address,
        p.focus_keyword, p.picture_url as picture, p.tracking_id,
        (select coalesce(json_agg(json_build_object('asin', cp.asin, 'name', cp.name, 'award', cp.award, 'image', cp.image_url)
           order by cp.position), '[]')::text
         from content_products cp where cp.content_post_id = p.content_post_id) as products
      from content_posts p join sites s using (site_id) where p.gone_at is null`,
  },
  availability: {
    key: ['asin'],
    rows: `select asin collate "C" as asin, stock as availability, ${moment('scanned_at')} as seen
      from products where stock <> 'NOT_SCANNED' and scanned_at is not null`,
  },
}

const asked = (key: SourceKey | null | undefined, length: number) =>
  key == null ? Array<null>(length).fill(null) : [...key]

async function readRows<Part extends 'posts' | 'availability'>(
  pool: Pool,
  part: Part,
  { after, upTo, most }: SourceQuery,
): Promise<SourceSlice<Part>> {
  const { key, rows: question } = QUESTIONS[part]
  const place = (first: number) => `(${key.map((_, index) => `$${first + index}::text`).join()})`
  const { rows } = await pool.query<SourceRows[Part]>(
    `select * from (${question}) told
     where ($1::text is null or (${key}) > ${place(1)})
       and ($${key.length + 1}::text is null or (${key}) <= ${place(key.length + 1)})
     order by ${key} limit $${2 * key.length + 1}`,
    [...asked(after, key.length), ...asked(upTo, key.length), most],
  )
  return sliceOf(part, rows, most)
}

/** Batched by post, so that the weeks of all posts need not be sorted. */
async function readEarnings(
  pool: Pool,
  { after, upTo, most }: SourceQuery,
): Promise<SourceSlice<'earnings'>> {
  const { rows: posts } = await pool.query<{ site: string; post_id: string; id: number }>(
    `select * from (${PLACES}) p
     where $1::text is null or (site, post_id) >= ($1, $2) order by site, post_id limit $3`,
    [after?.[0] ?? null, after?.[1] ?? null, POSTS_AT_ONCE],
  )
  const { rows } = await pool.query<SourceEarning>(
    `select * from (select lower(s.code) collate "C" as site, p.post_id collate "C" as post_id,
        to_char(e.week_start, 'YYYY-MM-DD') collate "C" as week, e.asin collate "C" as asin,
        to_char(e.cents / 100.0, 'FM9999999999990.00') as earnings
      from (select content_post_id, week_start, '' as asin, cents from content_earnings
          where content_post_id = any($1)
        union all select content_post_id, week_start, asin, cents from product_earnings
          where content_post_id = any($1)) e
      join content_posts p using (content_post_id) join sites s using (site_id)) told
     where ($2::text is null or (site, post_id, week, asin) > ($2, $3, $4, $5))
       and ($6::text is null or (site, post_id, week, asin) <= ($6, $7, $8, $9))
     order by site, post_id, week, asin limit $10`,
    [posts.map(({ id }) => id), ...asked(after, 4), ...asked(upTo, 4), most],
  )
  const slice = sliceOf('earnings', rows, most)
  const last = posts.at(-1)
  if (slice.next !== null || last === undefined || posts.length < POSTS_AT_ONCE) return slice
  return { rows: slice.rows, next: [last.site, last.post_id, FAR_WEEK, ''] }
}

/** Copydesk's own data as a source for copying it elsewhere. Always reads everything. */
export function createBuiltInSource({ pool }: { pool: Pool }): WarehouseSource {
  const readers: {
    readonly [Part in SourcePart]: (query: SourceQuery) => Promise<SourceSlice<Part>>
  } = {
    posts: (query) => readRows(pool, 'posts', query),
    earnings: (query) => readEarnings(pool, query),
    availability: (query) => readRows(pool, 'availability', query),
  }
  return {
    adapter: 'Copydesk',
    account: 'Copydesk itself',
    tellsChanges: { posts: false, earnings: false, availability: false },
    read: (part, query) => readers[part](query),
    check: async () => OWN_TABLES,
  }
}
