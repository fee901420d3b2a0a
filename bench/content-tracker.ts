// npm run bench:tracker: an import of earnings compared with a hand-written COPY, the Content Tracker's page
// compared with hand-written SQL, and its export. BENCH_POSTS=20000 for a tenth of the size. Single parts: --
// import, again (the same file a second time), lists, file.
import { createReadStream, createWriteStream } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { from, to } from 'pg-copy-streams'
import { createPageReader } from '../src/server/features/posts/content-tracker/content-reader.ts'
import { earningsTable } from '../src/server/features/posts/content-tracker/report-reader.ts'
import { followAll } from '../src/server/features/posts/content-tracker/verbs/follow-articles.ts'
import { importEarnings } from '../src/server/features/posts/content-tracker/verbs/import-earnings.ts'
import { readTable } from '../src/server/kernel/imports/table-reader.ts'
import { plusDays } from '../src/shared/format/day.ts'
import { compareTimes } from './compare.ts'
import { type BenchDatabase, databaseTime, openBenchDatabase } from './database.ts'
import { measureLoad } from './load.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer, type Watched, type WatchedServer } from './watched.ts'

const POSTS = Number(process.env.BENCH_POSTS ?? 200_000)
const WEEKS = Number(process.env.BENCH_WEEKS ?? 104)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 2)
const LIST_ROUNDS = 15
const SECONDS = Number(process.env.BENCH_SECONDS ?? 10)
const LINES = POSTS * WEEKS
const asked = process.argv.slice(2)
const isAsked = (part: string) => asked.length === 0 || asked.includes(part)
/** A Sunday: all weeks but the current one are complete. */
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

interface Cost {
  seconds: number
  /** Processor time of the database and of this process, in seconds. */
  database: number
  node: number
}

async function costOf(database: BenchDatabase, run: () => Promise<unknown>): Promise<Cost> {
  const [ofDatabase, own, began] = [await databaseTime(database), process.cpuUsage(), performance.now()]
  await run()
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(own)
  return {
    seconds,
    database: ((await databaseTime(database)) - ofDatabase) / 1000,
    node: (user + system) / 1e6,
  }
}

/** The connection stays open; otherwise the processor time of its backend could no longer be read. */
async function byHand(
  { pool }: BenchDatabase,
  statements: readonly (string | { copy: string; file: string })[],
) {
  const client = await pool.connect()
  await client.query('begin; set local statement_timeout = 0')
  for (const each of statements) {
    if (typeof each === 'string') await client.query(each)
    else await pipeline(createReadStream(each.file), client.query(from(each.copy)))
  }
  await client.query('commit')
  client.release()
}

/** The hand-written equivalent for a file that has our own ids. */
const copied = (file: string) => [
  { copy: 'copy content_earnings (content_post_id, week_start, cents) from stdin with (format csv)', file },
]

/**
 * The hand-written equivalent for the file as it is, which can be imported again: no validation, and nothing
 * else is stored.
 */
const copiedAndFound = (file: string) => [
  'create temporary table told (site text, post_id text, week date, earnings numeric) on commit drop',
  { copy: 'copy told from stdin with (format csv, header)', file },
  `insert into content_earnings as e (content_post_id, week_start, cents)
   select p.content_post_id, t.week, (t.earnings * 100)::bigint
   from told t join sites s on s.code = t.site join content_posts p on p.site_id = s.site_id and p.post_id = t.post_id
   on conflict (content_post_id, week_start) do update set cents = excluded.cents where e.cents <> excluded.cents`,
]

async function clear({ pool }: BenchDatabase): Promise<void> {
  await pool.query('truncate content_earnings, site_earnings')
  await pool.query('checkpoint')
}

const database = await openBenchDatabase()
const { db, pool } = database
const told = join(database.dataDir, 'earnings.csv')
const plain = join(database.dataDir, 'plain.csv')
const parts = { db, pool, clock: () => NOW, timeZone: 'UTC', refuse: () => {} }

async function writeFiles() {
  await writeFile(
    told,
    (post, week, amount) => `s${1 + (post % 9)},${post},${week},${(amount / 100).toFixed(2)}\n`,
    'site,post_id,week,earnings\n',
  )
  await writeFile(plain, (post, week, amount) => `${post},${week},${amount}\n`, '')
}

/** Imports the file; returns the maximum growth of this process in MB. */
async function bringIn(): Promise<number> {
  const before = process.memoryUsage().rss
  let peak = before
  const watch = setInterval(() => {
    peak = Math.max(peak, process.memoryUsage().rss)
  }, 50)
  const { added } = await importEarnings(parts, readTable(told, earningsTable()))
  clearInterval(watch)
  if (added !== LINES) throw new Error(`${added} weeks were added.`)
  return (peak - before) / 1_048_576
}

async function bringInAgain(): Promise<void> {
  const { repeated } = await importEarnings(parts, readTable(told, earningsTable()))
  if (repeated !== LINES) throw new Error(`${repeated} weeks were repeated.`)
}

const count = LINES.toLocaleString('en')

/** The cells of a line: medians, and their ratio to the hand-written COPY. */
function costLine(name: string, costs: readonly Cost[], copy: readonly Cost[]): string[] {
  const middle = (of: readonly Cost[], pick: (cost: Cost) => number) => median(of.map(pick))
  const ratio = (pick: (cost: Cost) => number) => (middle(costs, pick) / middle(copy, pick)).toFixed(2)
  return [
    name,
    middle(costs, (cost) => cost.seconds).toFixed(1),
    middle(costs, (cost) => cost.database).toFixed(1),
    middle(costs, (cost) => cost.node).toFixed(1),
    ratio((cost) => cost.seconds),
    ratio((cost) => cost.database + cost.node),
  ]
}

async function measureImport() {
  const rounds: Record<'copied' | 'found' | 'ours', Cost>[] = []
  let memory = 0
  for (let round = 0; round < ROUNDS; round += 1) {
    await clear(database)
    const whole = await costOf(database, () => byHand(database, copied(plain)))
    await clear(database)
    const found = await costOf(database, () => byHand(database, copiedAndFound(told)))
    await clear(database)
    const ours = await costOf(database, async () => {
      memory = Math.max(memory, await bringIn())
    })
    rounds.push({ copied: whole, found, ours })
    console.log(JSON.stringify(rounds.at(-1)))
  }
  const again = isAsked('again') ? [await costOf(database, bringInAgain)] : []
  const kept = await costOf(database, () => followAll(parts))
  const copy = rounds.map((round) => round.copied)
  const line = (name: string, costs: readonly Cost[]) => costLine(name, costs, copy)
  report(`content-import${LINES === 20_800_000 ? '' : `-${LINES}`}`, {
    title: `Import of ${count} weeks of earnings of ${POSTS.toLocaleString('en')} posts`,
    goal: '≤ 1.5 × COPY by hand, memory + ≤ 150 MB',
    head: [
      'what',
      'seconds',
      'processor, database',
      'processor, Node',
      'of COPY, clock',
      'of COPY, processor',
    ],
    rows: [
      line('COPY by hand of our own numbers into the table', copy),
      line(
        'by hand, the file as it is: COPY, posts found, insert on conflict',
        rounds.map((round) => round.found),
      ),
      line(
        'import: checked, posts found, sums and flags kept',
        rounds.map((round) => round.ours),
      ),
      ...again.map((cost) => line('the same file again', [cost])),
      line('hourly upkeep of all posts', [kept]),
    ],
    notes: [
      `Medians of ${ROUNDS} rounds by turns, on one table with its index, emptied before each.`,
      `Memory of the process: + ${Math.round(memory)} MB at most.`,
    ],
  })
}

/** The hand-written queries for the rows of a page and their total. */
const pageByHand = (where: string, order: string, page: number) => async () => {
  await Promise.all([
    pool.query(`select count(*) from content_posts where gone_at is null and ${where}`),
    pool.query(`select p.*, s.code from content_posts p join sites s using (site_id)
      where gone_at is null and ${where} order by ${order} limit 20 offset ${(page - 1) * 20}`),
  ])
}
const PAGE = { sort: 'EARNINGS', sortOrder: 'desc', page: 1 } as const
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
    query: { ...PAGE, sort: 'POST_TITLE', sortOrder: 'asc' },
    where: 'true',
    order: 'lower(title collate "und-x-icu"), content_post_id',
  },
  { name: 'a flag', query: { ...PAGE, flag: 'NO_KEYWORD' }, where: 'flags & 2 <> 0', order: BY_EARNINGS },
] as const
async function measureLists() {
  const rows: string[][] = []
  for (const { name, query, where, order } of QUESTIONS) {
    const ours = async () => {
      // A new instance has no cached total.
      await createPageReader(parts)(query)
    }
    rows.push(await compareTimes(name, ours, pageByHand(where, order, query.page), LIST_ROUNDS))
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
}

/** The same queries as the screen sends them. */
const ASKED: Readonly<Record<(typeof QUESTIONS)[number]['name'], string>> = {
  'by earnings': '',
  'by earnings, a site': 'site=s3',
  'a frequent word': 'title=kitchens',
  'a rare word': 'title=c4ca4238',
  'page 5,000': 'page=5000',
  'by title': 'sort=POST_TITLE&sortOrder=asc',
  'a flag': 'flag=NO_KEYWORD',
}

async function measureUnderLoad() {
  const server = await startWatchedServer(database, { now: NOW.toISOString() })
  const token = await createSession(database)
  const rows: string[][] = []
  for (const [name, search] of Object.entries(ASKED)) {
    const paths = [`/api/snowflake/content?${search}`]
    const { perSecond, p99 } = await measureLoad({ address: server.address, paths, token, seconds: SECONDS })
    rows.push([name, perSecond.toFixed(0), p99.toFixed(0)])
  }
  server.stop()
  report('content-list-server', {
    title: `Content Tracker through the server, 10 connections, ${POSTS.toLocaleString('en')} posts, ${count} weeks`,
    goal: 'p99 at most 100 ms',
    head: ['question', 'req/s', 'p99 ms'],
    rows,
    notes: [
      'One page asked again and again, it and its total remembered for three seconds; the load generator and the database share the cores with the server.',
    ],
  })
}

/** A call with the session's token; returns the time to the first byte, and the body. */
async function ask(server: WatchedServer, token: string, path: string) {
  const began = performance.now()
  const answer = await fetch(`${server.address}${path}`, { headers: { authorization: `Bearer ${token}` } })
  if (!answer.ok || answer.body === null) throw new Error(`${path}: ${answer.status}`)
  let firstByte = 0
  const chunks: Uint8Array[] = []
  for await (const chunk of answer.body) {
    firstByte ||= performance.now() - began
    chunks.push(chunk)
  }
  return { firstByte, total: performance.now() - began, body: Buffer.concat(chunks) }
}

async function makeFile(server: WatchedServer, token: string): Promise<string> {
  const { body } = await ask(server, token, '/api/articles/content-tracker.csv?sort=EARNINGS&sortOrder=desc')
  const { exportId } = JSON.parse(body.toString())
  for (;;) {
    const { status, url } = JSON.parse((await ask(server, token, `/api/export/${exportId}`)).body.toString())
    if (status === 'FINISHED') return url
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** The columns of the file as one would copy them out, without reasons and tasks. */
const COPY_OUT = `copy (select s.code, p.post_id, p.title, p.published_at::date, p.permalink, p.article_id, array_to_string(p.asins, ' '),
  p.earnings_30d / 100.0, p.clicks_30d, p.clicks_until, p.earnings_4w, p.earnings_4w_before, p.flags, p.refresh
  from content_posts p join sites s using (site_id) where gone_at is null order by ${BY_EARNINGS}) to stdout with (format csv)`

async function measureExport() {
  const server = await startWatchedServer(database, { now: NOW.toISOString(), jobs: ['exports.make'] })
  const token = await createSession(database)
  let url = ''
  const made = { seconds: 0 }
  const making = await server.watch(async () => {
    made.seconds = (
      await costOf(database, async () => {
        url = await makeFile(server, token)
      })
    ).seconds
  })
  let file: Awaited<ReturnType<typeof ask>> | undefined
  const taking = await server.watch(async () => {
    file = await ask(server, token, url)
  })
  server.stop()
  const client = await pool.connect()
  const copied = await costOf(database, async () => {
    for await (const _chunk of client.query(to(COPY_OUT)));
  })
  client.release()
  const lines = file?.body.toString().split('\n').length ?? 0
  if (lines !== POSTS + 2) throw new Error(`The file has ${lines} lines.`)
  const grown = ({ peak, before }: Watched) => `+ ${(peak - before).toFixed(0)}`
  report('content-export', {
    title: `Export of the Content Tracker, ${POSTS.toLocaleString('en')} posts`,
    goal: 'first byte of the file ≤ 2 s after FINISHED, memory flat',
    head: ['what', 'first byte, ms', 'seconds', 'memory, MB', 'longest gap, ms'],
    rows: [
      [
        'made by the job, until FINISHED',
        '',
        made.seconds.toFixed(1),
        grown(making),
        making.longestGap.toFixed(0),
      ],
      [
        'taken',
        (file?.firstByte ?? 0).toFixed(0),
        ((file?.total ?? 0) / 1000).toFixed(1),
        grown(taking),
        taking.longestGap.toFixed(0),
      ],
      ['COPY TO of the columns by hand, without reasons and tasks', '', copied.seconds.toFixed(1), '', ''],
    ],
    notes: [`The file is ${((file?.body.length ?? 0) / 1e6).toFixed(0)} MB.`],
  })
}

await fillPosts(database)
await writeFiles()
await measureImport()
await pool.query('vacuum analyze')
if (isAsked('lists')) {
  await measureLists()
  await measureUnderLoad()
}
if (isAsked('file')) await measureExport()
await database.close()
