import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type pg from 'pg'
import { type Database, openDatabase } from '../src/server/db/connect.ts'

/** The last day of the data; fixed, so that results do not depend on the clock. */
export const TODAY = '2026-01-31'
/** The time used as "now" by all queries. */
export const NOON = `${TODAY}T12:00:00Z`
export const DAYS = 90
const MADE = 'benchData'
/** Tags that correlate with age: the oldest hundredth of the keywords, and the newest. */
export const OLD_TAG = 301
export const NEW_TAG = 302

/** Where the data of a scale is kept between runs. */
export const dataFolder = (scale: number): string => join(tmpdir(), `copydesk-bench-data-${scale}`)

/** A deterministic hash between 0 and 2^31: the same on every machine. */
const HASH = `create or replace function bench_h(n bigint, salt int) returns bigint language sql immutable parallel safe
  as $$ select hashint8extended(n, salt) & 2147483647 $$`

const words = (list: string) => `array['${list.split(', ').join("','")}']`
const KINDS = words(
  'best, cheap, top, good, quiet, compact, portable, large, small, cordless, smart, mini, insulated, foldable, electric, manual, lightweight, waterproof, adjustable, organic',
)
const NOUNS = words(
  'air fryer, coffee maker, blender, toaster, vacuum, mattress, pillow, desk, chair, lamp, backpack, tent, sleeping bag, helmet, drill, saw, hose, mower, grill, knife, pan, kettle, mixer, heater, fan, humidifier, purifier, camera, headphones, speaker, keyboard, monitor, charger, watch, scale, dog bed, cat tree, stroller, crib, cooler',
)
const USES = words(
  'for home, for kids, for travel, for camping, for small spaces, for the office, under 50, under 100, for beginners, for seniors, for dogs, for winter, for apartments, for hiking, for the kitchen, for the garden, for students, for gifts, for gaming, on a budget',
)

interface Sizes {
  keywords: number
  articles: number
}

const people = `
  insert into users (first_name, last_name, username, role_id)
  select 'First' || i, 'Last' || i, 'user' || i || '@desk.example', (array['opm', 'qa', 'eng', 'adm'])[1 + i % 4]
  from generate_series(1, 200) i;
  insert into sites (code, display_name, normalized_name, url, logo_url)
  select (array['bm', 'hs', 'pt', 'nf', 'ok', 'ta', 'tj', 'tm', 'dt'])[i], 'Site ' || i, 'site-' || i,
    'https://site-' || i || '.example', '/images/logo.png' from generate_series(1, 9) i;
  insert into tags (tag) select 'tag ' || lpad(i::text, 3, '0') from generate_series(1, ${NEW_TAG}) i`

/**
 * One in ten is tracked. A keyword has about two tags, some of them on every eighth keyword and two of them
 * by age, and about 1.3 sites.
 */
const keywords = ({ keywords: count }: Sizes) => `
  insert into keywords (keyword, identity, is_tracked, tracked_since, created_at, tag_ids, site_ids)
  select word, word, tracked, case when tracked then at end, at,
    coalesce((select array_agg(distinct tag order by tag) from (
      select 1 + floor(300 * power(bench_h(i * 8 + k, 11) / 2147483648.0::float8, 2))::int as tag
      from generate_series(0, 4) k where k < bench_h(i, 10) % 5
      union all select ${OLD_TAG} where bench_h(i, 2) % (1095 * 86400) > 1084 * 86400
      union all select ${NEW_TAG} where bench_h(i, 2) % (1095 * 86400) < 11 * 86400) t), '{}'),
    coalesce((select array_agg(distinct site order by site) from (
      select (1 + bench_h(i * 8 + k, 13) % 9)::int as site
      from generate_series(0, 2) k where k < (array[0,1,1,1,1,1,2,2,2,3])[1 + (bench_h(i, 12) % 10)::int]) s), '{}')
  from generate_series(1, ${count}) i, lateral (select
    (${KINDS})[1 + bench_h(i, 3) % 20] || ' ' || (${NOUNS})[1 + bench_h(i, 4) % 40] || ' '
      || (${USES})[1 + bench_h(i, 5) % 20] || ' ' || i as word,
    bench_h(i, 1) % 10 = 0 as tracked,
    timestamptz '${TODAY} 12:00Z' - make_interval(secs => (bench_h(i, 2) % (1095 * 86400))::int) as at) v
  order by i`

const articles = ({ articles: count, keywords: among }: Sizes) => `
  insert into articles (title, status, image_url, intro, site_id, user_id, created_at, updated_at)
  select 'The best ' || (${NOUNS})[1 + bench_h(i, 31) % 40] || ' ' || i,
    (array['draft', 'requested', 'approved', 'approved', 'rejected', 'returned', 'canceled', 'published', 'published',
      'published'])[1 + (bench_h(i, 30) % 10)::int],
    '/images/' || i || '.jpg', repeat('Intro text for article ' || i || '. ', 6), 1 + (bench_h(i, 33) % 9)::int,
    1 + (bench_h(i, 34) % 200)::int, at, at
  from generate_series(1, ${count}) i,
    lateral (select timestamptz '2023-02-01Z' + (i::float8 / ${count}) * interval '1095 days' as at) t
  order by i;
  insert into article_keywords (article_id, keyword_id, position)
  select distinct on (i, keyword) i, keyword, k from generate_series(1, ${count}) i, generate_series(0, 1) k,
    lateral (select (1 + bench_h(i * 4 + k, 40) % ${among})::int as keyword) w
  where k = 0 or bench_h(i, 41) % 10 < 4;
  insert into article_events (article_id, action, created_at)
  select article_id, 'published', created_at + interval '2 days' from articles where status = 'published'`

/** Nine publishers of ours and 21 others, with their stories. */
const stories = `
  insert into publishers (name, is_ours) select case when i < 10 then 'Site ' else 'Publisher ' end || i, i < 10
  from generate_series(1, 30) i;
  insert into stories (fingerprint, title, published_date, url, items, last_day)
  select md5(i::text) || md5((-i)::text), 'Story ' || i, 'Jan 1, 2026', 'https://www.amazon.com/ospublishing/story/' || i,
    jsonb_build_array(jsonb_build_object('asin', 'B0' || lpad(i::text, 8, '0'), 'name', 'Product ' || i,
      'award', 'Best Overall', 'blurb', repeat('It does what it says. ', 5))), date '${TODAY}'
  from generate_series(1, 50000) i`

/** The holders of the tracked keywords on a day: one publisher, or two on every second keyword. */
const day = (back: number) => `
  insert into stats (keyword_id, day, publisher_id, is_winning, story_id)
  select keyword_id, date '${TODAY}' - ${back},
    case when is_won then 1 + bench_h(n, 51) % 9 else 10 + bench_h(n, 51) % 21 end, is_won, 1 + bench_h(n, 54) % 50000
  from keywords k cross join generate_series(0, 1) p,
    lateral (select k.keyword_id::bigint * 4096 + ${DAYS - back} * 4 + p as n) v,
    lateral (select bench_h(n, 52) % 100 < bench_h(k.keyword_id, 53) % 101 as is_won) w
  where is_tracked and (p = 0 or bench_h(k.keyword_id::bigint * 4096 + ${DAYS - back} * 4, 50) % 2 = 0)
  order by keyword_id, p
  on conflict do nothing`

const mask = (range: number, day: string) =>
  `((~0::bit(128)) << ${128 - range} >> (last_day - date '${day}'))`
/** The share of a `keyword_days` row over the `range` days that end with this one, as SQL. */
export const rate = (range: number, day = TODAY): string =>
  `(100.0 * bit_count(won & ${mask(range, day)}) / nullif(bit_count(seen & ${mask(range, day)}), 0))::real`

/** Recomputes everything that is aggregated from stats. */
export const COUNTED = `
  truncate keyword_days, publisher_days;
  insert into publisher_days select day, publisher_id, count(*) from stats group by 1, 2;
  insert into keyword_days (keyword_id, last_day, seen, won, as_of, rate_7, rate_30, rate_90, last_publisher_id, last_is_winning)
  select keyword_id, last_day, seen, won, date '${TODAY}', ${rate(7)}, ${rate(30)}, ${rate(90)}, publisher_id, is_winning
  from (select keyword_id, max(last_day) as last_day,
      bit_or(set_bit(0::bit(128), last_day - day, 1)) as seen, bit_or(set_bit(0::bit(128), last_day - day, is_winning::int)) as won,
      (array_agg(publisher_id order by day desc, is_winning desc, stat_id))[1] as publisher_id,
      (array_agg(is_winning order by day desc, is_winning desc, stat_id))[1] as is_winning
    from stats join (select keyword_id, max(day) as last_day from stats group by 1) l using (keyword_id)
    group by 1) s
  order by keyword_id`

async function make(client: pg.PoolClient, sizes: Sizes): Promise<void> {
  const say = (line: string) => console.log(`  ${new Date().toISOString().slice(11, 19)}  ${line}`)
  await client.query("set statement_timeout = 0; set synchronous_commit = off; set work_mem = '256MB'")
  // An interrupted run starts over.
  await client.query(
    'truncate users, sites, tags, keywords, keyword_counts, tag_days, articles, article_events, publishers, stories restart identity cascade',
  )
  await client.query(HASH)
  await client.query(people)
  say(`${sizes.keywords} keywords`)
  await client.query(keywords(sizes))
  say(`${sizes.articles} articles`)
  await client.query(articles(sizes))
  await client.query(stories)
  say(`${DAYS} days of share of voice`)
  for (let back = DAYS - 1; back >= 0; back--) await client.query(day(back))
  await client.query(COUNTED)
  say('vacuum')
  await client.query('vacuum (analyze)')
  await client.query('insert into workspace_facts values ($1, $2)', [MADE, JSON.stringify(sizes)])
}

/**
 * The data of a scale (1: a million keywords, a hundred thousand of them tracked), generated if it does not
 * exist yet.
 */
export async function openDataset(
  scale: number,
): Promise<{ database: Database; counts: Record<string, number> }> {
  const database = await openDatabase({ dataDir: dataFolder(scale), log: () => {} })
  const sizes = { keywords: Math.round(1_000_000 * scale), articles: Math.round(200_000 * scale) }
  const client = await database.pool.connect()
  try {
    const { rowCount } = await client.query('select from workspace_facts where name = $1', [MADE])
    if (rowCount === 0) await make(client, sizes)
    const { rows } = await client.query(`select
      (select count(*)::int from keywords) as keywords, (select count(*)::int from keywords where is_tracked) as tracked,
      (select count(*)::int from articles) as articles, (select count(*)::int from stats) as stats`)
    return { database, counts: rows[0] }
  } finally {
    client.release()
  }
}
