// npm run bench:searches -- --rows 13000000 --rounds 15: the lists computed from search-console rows compared
// with the best SQL, and the job that updates them.
import { parseArgs } from 'node:util'
import { transaction } from '../src/server/db/connect.ts'
import {
  countSearched,
  listSearched,
} from '../src/server/features/keywords/opportunities/searched-queries.ts'
import { listMismatches } from '../src/server/features/posts/gsc-keywords/queries.ts'
import {
  listSearchedSites,
  recomputeQueryTotals,
  recomputeSearchTotals,
} from '../src/server/features/posts/gsc-keywords/search-store.ts'
import { listStriking } from '../src/server/features/posts/gsc-keywords/striking-queries.ts'
import { listRivalries, readRivalDays } from '../src/server/features/posts/rivalries/queries.ts'
import { SEARCHED } from '../src/shared/features/keywords/opportunities/rules.ts'
import { PERIODS, RIVALRY, STRIKING } from '../src/shared/features/posts/gsc-keywords/rules.ts'
import { compareTimes, timed } from './compare.ts'
import { openBenchDatabase } from './database.ts'
import { report } from './report.ts'

const { values } = parseArgs({
  options: {
    rows: { type: 'string', default: '13000000' },
    posts: { type: 'string', default: '20000' },
    rounds: { type: 'string', default: '15' },
  },
})
const ROWS = Number(values.rows)
const POSTS = Number(values.posts)
const ROUNDS = Number(values.rounds)
const DAYS = 360
/** Queries of a post; each has impressions on some of the days only. */
const QUERIES = 12
const LAST = '2026-11-20'

const database = await openBenchDatabase()
const { db, pool } = database

/**
 * Posts of nine sites. A tenth of their queries is shared with another post, and the number of days per query
 * follows from the number of rows.
 */
async function fill(): Promise<number> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(`
    insert into sites (code, display_name, normalized_name, url, logo_url)
    select 's' || i, 'Site ' || i, 'site-' || i, 'https://site-' || i || '.example', '/l.png' from generate_series(1, 9) i`)
  await client.query(
    `insert into content_posts (site_id, post_id, title, published_at, permalink, focus_keyword, source, earnings_30d)
     select 1 + i % 9, i::text, 'The best ' || md5(i::text), timestamptz '2026-01-01', 'https://site-' || 1 + i % 9 || '.example/' || i,
       case when i % 3 = 0 then 'query ' || i || ' 1' else 'word ' || i end, 'import', (i * 7919) % 90000
     from generate_series(1, $1::int) i`,
    [POSTS],
  )
  await client.query(
    `insert into search_pages (site_id, address, content_post_id)
     select site_id, 'site-' || site_id || '.example/' || post_id, content_post_id from content_posts`,
  )
  await client.query(
    `insert into search_queries (query) select 'query ' || i || ' ' || n
     from generate_series(1, $1::int) i, generate_series(1, $2::int) n`,
    [POSTS, QUERIES],
  )
  const perPair = Math.max(1, Math.round(ROWS / POSTS / QUERIES))
  await client.query(
    `insert into search_rows (page_id, query_id, day, clicks, impressions, position)
     select p.page_id, q.query_id, $3::date - d.back, seen / 40, seen, 1 + (hashint4(k.pair) & 2147483647) % 290 / 10.0
     from (
       select i, n, i * 31 + n as pair,
         -- Every tenth query of a post is its neighbour's.
         case when (i + n) % 10 = 0 and i < $1::int then i + 1 else i end as owner
       from generate_series(1, $1::int) i, generate_series(1, $2::int) n
     ) k
     join content_posts c on c.post_id = k.i::text join search_pages p using (content_post_id)
     join search_queries q on q.query = 'query ' || k.owner || ' ' || k.n
     cross join lateral (
       select (g * $4::int / $5::int + (hashint4(k.pair) & 2147483647) % 7) % $4::int as back,
         5 + ((hashint4(k.pair + g) & 2147483647) % 60) * (13 - k.n) / 6 as seen
       from generate_series(0, $5::int - 1) g
     ) d on conflict do nothing`,
    [POSTS, QUERIES, LAST, DAYS, perPair],
  )
  await client.query(
    `insert into search_days (site_id, day, rows, read_at)
     select s, $1::date - d, 1, now() from generate_series(1, 9) s, generate_series(0, $2::int - 1) d`,
    [LAST, DAYS],
  )
  await client.query('vacuum analyze')
  const { rows } = await client.query<{ count: string }>('select count(*) from search_rows')
  client.release(true)
  return Number(rows[0]?.count ?? 0)
}
const filled = await fill()
console.log(`${filled.toLocaleString('en')} rows`)

const sites = await listSearchedSites(db)
const [first] = sites
if (first === undefined) throw new Error('There is no site.')
const unlimited = <Result>(work: (tx: typeof db) => Promise<Result>) =>
  timed(() =>
    transaction(db, async (tx) => {
      await tx.execute('set local statement_timeout = 0')
      await work(tx)
    }),
  )
for (const site of sites.slice(1)) await unlimited((tx) => recomputeSearchTotals(tx, site))
const { ms: siteMs } = await unlimited((tx) => recomputeSearchTotals(tx, first))
const { ms: allMs } = await unlimited(recomputeQueryTotals)
// A second time: nothing has changed.
const { ms: againMs } = await unlimited(recomputeQueryTotals)
await pool.query('vacuum analyze')

const rows: string[][] = []
async function measure(name: string, ours: () => Promise<unknown>, best: string[]) {
  rows.push(await compareTimes(name, ours, () => Promise.all(best.map((text) => pool.query(text))), ROUNDS))
  console.log(rows.at(-1)?.join(' | '))
}

for (const period of PERIODS) {
  const where = `from search_best b join content_posts p using (content_post_id)
    where b.period = ${period} and b.clicks > 0 and p.gone_at is null and b.query <> p.keyword_identity
      and not exists (select from gsc_ignored_posts i where i.site_id = p.site_id and i.post_id = p.post_id)`
  await measure(
    `mismatches, ${period} days`,
    () => listMismatches(db, { period, page: 1, perPage: 25, sort: 'CLICKS', sortOrder: 'desc' }),
    [
      `select count(*) ${where}`,
      `select o.*, s.code, (select jsonb_agg(k) from (select q.query, t.clicks, t.impressions, t.position from search_totals t
          join search_queries q using (query_id) where t.content_post_id = o.content_post_id and t.period = ${period}
          order by t.clicks desc, t.impressions desc limit 10) k) as searches,
        (select to_jsonb(t) from search_queries q join search_totals t using (query_id)
          where q.query = o.keyword_identity and t.content_post_id = o.content_post_id and t.period = ${period}) as present
       from (select p.*, b.clicks ${where} order by b.clicks desc, b.content_post_id limit 25) o join sites s using (site_id)
       order by o.clicks desc, o.content_post_id`,
    ],
  )
  const striking = `from search_totals t join search_queries q using (query_id) join content_posts p using (content_post_id)
    join sites s using (site_id) where t.period = ${period} and t.position between ${STRIKING.from} and ${STRIKING.to}
      and t.impressions >= ${STRIKING.impressions} and p.gone_at is null`
  await measure(
    `striking distance, ${period} days`,
    () => listStriking(db, { period, page: 1, perPage: 25 }),
    [
      `select sum(clicks)::float8 / sum(impressions) from search_totals where period = ${period} and position < 3.5`,
      `select count(*), sum(t.impressions) ${striking}`,
      `select q.query, t.*, p.title, s.code ${striking} order by t.impressions * 0.025 - t.clicks desc limit 25`,
    ],
  )
}

const PAGE = { page: 1, perPage: 25, standing: 'open', sort: 'LOST', sortOrder: 'desc' } as const
for (const reach of ['across', 'within'] as const)
  await measure(
    `cannibalisation, 90 days, ${reach}`,
    () => listRivalries(db, { ...PAGE, period: 90, reach }),
    [
      `select count(*), sum(lost) from search_query_totals where period = 90 and rivals is not null
        ${reach === 'within' ? 'and cardinality(rivals) > cardinality(rival_sites)' : ''}`,
      `select k.*, q.query, (select jsonb_agg(to_jsonb(t) || to_jsonb(p)) from search_totals t join content_posts p using (content_post_id)
          where t.content_post_id = any(k.rivals) and t.query_id = k.query_id and t.period = 90) as rivals
       from (select * from search_query_totals where period = 90 and rivals is not null
         ${reach === 'within' ? 'and cardinality(rivals) > cardinality(rival_sites)' : ''}
         order by lost desc, query_id limit 25) k join search_queries q using (query_id)`,
    ],
  )
const { rows: taken } = await listRivalries(db, { ...PAGE, period: 360, reach: 'across' })
const query = taken[0]?.query ?? ''
await measure('days of one query, 360 days', () => readRivalDays(db, { query, period: 360 }), [
  `select d.* from search_query_totals k join search_queries q using (query_id)
   join search_pages g on g.content_post_id = any(k.rivals) join search_rows d on d.page_id = g.page_id and d.query_id = k.query_id
   where k.period = 360 and q.query = '${query}' order by d.day`,
])

const ASKED = { page: 1, sort: 'impressions', sortOrder: 'desc', exclude_existing_keywords: false } as const
const unseen = `from search_query_totals k join search_queries q using (query_id)
  where k.period = ${SEARCHED.days} and k.impressions >= ${SEARCHED.impressions} and not k.is_named
    and not exists (select from content_posts p where p.keyword_identity = q.query and p.gone_at is null)`
await measure(
  'queries without a page',
  async () => listSearched(db, ASKED, { total: await countSearched(db, ASKED), perPage: 50 }),
  [
    `select count(*) ${unseen}`,
    `select q.query, k.* ${unseen} order by k.impressions desc, k.query_id limit 50`,
  ],
)
await database.close()

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`
report(`search-console${ROWS >= 13_000_000 ? '' : `-${ROWS}`}`, {
  title: `Search console, ${filled.toLocaleString('en')} rows of days, ${POSTS.toLocaleString('en')} posts`,
  goal: 'a list with its total at most 1.5 × the best SQL, and no longer than 150 ms',
  head: ['question', 'ours, ms', 'longest', 'best SQL, ms', 'longest', 'ratio'],
  rows,
  notes: [
    'Nothing is cached: each total is counted every time. The server caches the total of queries without a page for three seconds.',
    `Recomputing a site, once for each day that is read: ${seconds(siteMs)}. All queries of all sites after it: ${seconds(allMs)}, and again ${seconds(againMs)}.`,
    `Rivals have a share of ${RIVALRY.share} at place ${RIVALRY.to} or better.`,
  ],
})
