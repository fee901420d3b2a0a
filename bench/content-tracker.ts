// npm run bench:tracker: the Content Tracker's page beside SQL by hand, and an import of earnings beside COPY by hand.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { followAll } from '../src/server/features/content-tracker/verbs/follow-articles.ts'
import { importEarnings } from '../src/server/features/content-tracker/verbs/import-earnings.ts'
import { readRows } from '../src/server/files/rows.ts'
import { createBuiltInWarehouse } from '../src/server/integrations/warehouse/built-in.ts'
import { plusDays } from '../src/shared/format/day.ts'
import { compareTimes } from './compare.ts'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 200_000)
const WEEKS = Number(process.env.BENCH_WEEKS ?? 104)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const LIST_ROUNDS = 25
const LINES = POSTS * WEEKS
/** A Sunday: every week is over but its own. */
const NOW = new Date('2026-11-22T12:00:00Z')
const LAST_WEEK = '2026-11-09'

async function fillPosts({ pool }: BenchDatabase): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(`insert into sites (code, display_name, normalized_name, url, logo_url)
    select 's' || i, 'Site ' || i, 'site-' || i, 'https://site-' || i || '.example', '/l.png' from generate_series(1, 9) i`)
  await client.query(
    `insert into content_posts (site_id, post_id, title, published_at, modified_at, permalink, focus_keyword, source)
     select 1 + i % 9, i::text, 'The best ' || md5(i::text) || ' for ' || (array['beginners', 'small kitchens', 'travel', 'dogs'])[1 + i % 4],
       at, at, 'https://site.example/' || i, case when i % 20 = 0 then null else 'word ' || i end, 'import'
     from generate_series(1, $1::int) i, lateral (select timestamptz '2026-11-01' - make_interval(hours => i % 9000) as at) t`,
    [POSTS],
  )
  await client.query('vacuum analyze')
  client.release(true)
}

const cents = (post: number, week: number) => ((post * 7919 + week * 104_729) % 90_000) + 500

async function writeFile(
  file: string,
  line: (post: number, week: string, cents: number) => string,
  head: string,
) {
  const weeks = Array.from({ length: WEEKS }, (_, back) => plusDays(LAST_WEEK, -7 * (WEEKS - 1 - back)))
  function* lines() {
    let batch = head
    for (let post = 1; post <= POSTS; post += 1) {
      for (const [index, week] of weeks.entries()) batch += line(post, week, cents(post, index))
      if (batch.length < 65_536) continue
      yield batch
      batch = ''
    }
    yield batch
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

async function seconds(run: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await run()
  return (performance.now() - began) / 1000
}

/** What one would write by hand for a file that has our own numbers. */
async function copyByHand({ pool }: BenchDatabase, file: string): Promise<void> {
  const client = await pool.connect()
  await client.query('begin; set local statement_timeout = 0')
  await pipeline(
    createReadStream(file),
    client.query(
      from('copy content_earnings (content_post_id, week_start, cents) from stdin with (format csv)'),
    ),
  )
  await client.query('commit')
  client.release()
}

async function clear({ pool }: BenchDatabase): Promise<void> {
  await pool.query('truncate content_earnings, site_earnings')
  await pool.query('checkpoint')
}

const database = await openBenchDatabase()
const { db, pool } = database
await fillPosts(database)
const told = join(database.dataDir, 'earnings.csv')
const plain = join(database.dataDir, 'plain.csv')
await writeFile(
  told,
  (post, week, amount) => `s${1 + (post % 9)},${post},${week},${(amount / 100).toFixed(2)}\n`,
  'site,post_id,week,earnings\n',
)
await writeFile(plain, (post, week, amount) => `${post},${week},${amount}\n`, '')

const parts = { db, pool, clock: () => NOW, timeZone: 'UTC', refuse: () => {} }
const rounds: { ours: number; again: number; byHand: number; memory: number }[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  await clear(database)
  const byHand = await seconds(() => copyByHand(database, plain))
  await clear(database)
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const ours = await seconds(async () => {
    const { added } = await importEarnings(parts, readRows(told))
    if (added !== LINES) throw new Error(`${added} weeks were added.`)
  })
  clearInterval(watch)
  const again = await seconds(async () => {
    const { repeated } = await importEarnings(parts, readRows(told))
    if (repeated !== LINES) throw new Error(`${repeated} weeks were repeated.`)
  })
  rounds.push({ ours, again, byHand, memory: (peak - before) / 1_048_576 })
}
const kept = await seconds(() => followAll(parts))
await pool.query('vacuum analyze')

const of = (pick: (each: (typeof rounds)[number]) => number) => median(rounds.map(pick))
const count = LINES.toLocaleString('en')
report(`content-import${LINES === 20_800_000 ? '' : `-${LINES}`}`, {
  title: `Import of ${count} weeks of earnings of ${POSTS.toLocaleString('en')} posts`,
  goal: '≤ 1.5 × COPY by hand into the table, memory + ≤ 150 MB',
  head: ['what', 'seconds', 'of COPY'],
  rows: [
    ['COPY by hand, our own numbers, nothing else kept', of((each) => each.byHand).toFixed(1), '1'],
    [
      'import: posts found, sums and flags kept',
      of((each) => each.ours).toFixed(1),
      (of((each) => each.ours) / of((each) => each.byHand)).toFixed(2),
    ],
    ['the same file again', of((each) => each.again).toFixed(1), ''],
    ['hourly upkeep of all posts', kept.toFixed(1), ''],
  ],
  notes: [
    `Memory of the process: + ${Math.round(Math.max(...rounds.map(({ memory }) => memory)))} MB at most.`,
  ],
})

/** What a hand would write for the rows of a page and their number. */
const byHand = (where: string, order: string, page: number) => async () => {
  await Promise.all([
    pool.query(`select count(*) from content_posts where gone_at is null and ${where}`),
    pool.query(`select p.*, s.code from content_posts p join sites s using (site_id)
      where gone_at is null and ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`),
  ])
}
const PAGE = { sort: 'earnings', sortOrder: 'desc', page: 1, pageSize: 20 } as const
const BY_EARNINGS = 'earnings_30d desc nulls last, content_post_id'
const QUESTIONS = [
  { name: 'by earnings', query: PAGE, where: 'true', order: BY_EARNINGS },
  { name: 'by earnings, a site', query: { ...PAGE, site: 's3' }, where: 'site_id = 3', order: BY_EARNINGS },
  {
    name: 'a frequent word',
    query: { ...PAGE, title: 'kitchens' },
    where: "title ilike '%kitchens%'",
    order: BY_EARNINGS,
  },
  {
    name: 'a rare word',
    query: { ...PAGE, title: 'c4ca4238' },
    where: "title ilike '%c4ca4238%'",
    order: BY_EARNINGS,
  },
  { name: 'page 5,000', query: { ...PAGE, page: 5000 }, where: 'true', order: BY_EARNINGS },
  {
    name: 'by title',
    query: { ...PAGE, sort: 'title', sortOrder: 'asc' },
    where: 'true',
    order: 'lower(title collate "und-x-icu"), content_post_id',
  },
  { name: 'a flag', query: { ...PAGE, flag: 'NO_KEYWORD' }, where: 'flags & 2 <> 0', order: BY_EARNINGS },
] as const
const rows: string[][] = []
for (const { name, query, where, order } of QUESTIONS) {
  const ours = async () => {
    // A new one remembers no total.
    await createBuiltInWarehouse(parts).content(query)
  }
  rows.push(await compareTimes(name, ours, byHand(where, order, query.page), LIST_ROUNDS))
}
report('content-list', {
  title: `Content Tracker, page and total, ${POSTS.toLocaleString('en')} posts, ${count} weeks`,
  goal: '≤ 1.5 × best SQL',
  head: ['question', 'ours, ms', 'highest', 'by hand, ms', 'highest', 'ratio'],
  rows,
  notes: [
    'Medians by turns; the total is counted every time, where the server remembers it for three seconds.',
  ],
})
await database.close()
