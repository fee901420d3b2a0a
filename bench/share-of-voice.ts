import { createReadCache } from '../src/server/db/cache/read-cache.ts'
import { parseText } from '../src/server/db/json/json-text.ts'
import { keywordDays } from '../src/server/db/schema/share-of-voice.ts'
import { createKeywords } from '../src/server/features/keywords/keywords/feature.ts'
import type { Publication } from '../src/server/features/market/share-of-voice/outing-queries.ts'
import { createShareOfVoiceService } from '../src/server/features/market/share-of-voice/service.ts'
import { type Hit, recordHits } from '../src/server/features/market/share-of-voice/verbs/record-hits.ts'
import type { WinnersQuery } from '../src/shared/features/market/share-of-voice/contract.ts'
import { plusDays } from '../src/shared/format/day.ts'
import { compareTimes, shown, timed } from './compare.ts'
import { COUNTED, dataFolder, NOON, openDataset, rate, TODAY } from './dataset.ts'
import { measureLoad } from './load.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const SCALE = Number(process.env.BENCH_SCALE ?? 1)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 30)
const SECONDS = Number(process.env.BENCH_SECONDS ?? 5)
const DAY_ROUNDS = Number(process.env.BENCH_DAY_ROUNDS ?? 3)

const { database, counts } = await openDataset(SCALE)
const { db, pool } = database
const clock = () => new Date(NOON)
/** After this time no cached total is used any more. */
const FORGOTTEN_MS = 60_000
let ahead = 0
const clockAhead = () => new Date(clock().getTime() + ahead)

const keywords = createKeywords({
  db,
  pool,
  clock: clockAhead,
  timeZone: 'UTC',
  log: { info() {} },
}).service
const totals = createReadCache({
  maxAgeMs: 3000,
  clock: clockAhead,
  db,
  from: [keywordDays],
})
const publications = createReadCache<readonly Publication[]>({
  maxAgeMs: 3000,
  clock: clockAhead,
  db,
  from: [],
})
const service = createShareOfVoiceService({
  db,
  clock,
  timeZone: 'UTC',
  retentionDays: 400,
  totals,
  publications,
  keywords,
})
const actor = { id: 1 } as Parameters<typeof service.readWinners>[0]

const from = (range: number) => plusDays(TODAY, 1 - range)

/** The page in one statement and the total in another, hand-written for this query. */
async function bestWinners(query: WinnersQuery): Promise<number[]> {
  const { dateRange, offset, limit, min_days: minDays } = query
  const where = [
    'k.is_tracked',
    ...(minDays ? [`d.days_${dateRange} >= ${minDays}`] : []),
    ...(query.tags ? [`k.tag_ids && '{${query.tags}}'::int[]`] : []),
    ...(query.siteFilter ? [`k.site_ids && '{${query.siteFilter}}'::int[]`] : []),
    ...(query.query ? [`k.identity like '%${query.query}%'`] : []),
  ].join(' and ')
  const page = `
    with page as (select d.keyword_id, k.keyword, k.site_ids, d.rate_${dateRange} as rate
      from keyword_days d join keywords k using (keyword_id) where ${where} and d.rate_${dateRange} is not null
      order by d.rate_${dateRange} desc nulls last, d.keyword_id limit ${limit} offset ${offset})
    select p.keyword_id, p.keyword, p.rate, (select 100.0 * count(*) filter (where is_won) / nullif(count(*), 0)
        from (select bool_or(is_winning) as is_won from stats s where s.keyword_id = p.keyword_id
          and s.day between date '${from(dateRange)}' - ${dateRange} and date '${from(dateRange)}' - 1 group by day) b), (select json_agg(s) from sites s where s.site_id = any(p.site_ids)),
      (select json_agg(json_build_object('stat_id', s.stat_id, 'created_at', s.day, 'publisher', b.name, 'is_winning', s.is_winning)
        order by s.day, s.is_winning desc, s.stat_id)
       from stats s join publishers b using (publisher_id)
       where s.keyword_id = p.keyword_id and s.day between '${from(dateRange)}' and '${TODAY}')
    from page p`
  const total = minDays
    ? `select count(*)::int from keywords k join keyword_days d using (keyword_id) where ${where}`
    : `select count(*)::int from keywords k where ${where}`
  const [{ rows }] = await Promise.all([pool.query(page), pool.query(total)])
  return rows.map(({ keyword_id }) => keyword_id)
}

const ask = (over: Partial<WinnersQuery>): WinnersQuery => ({
  sort: 'winning_percentage',
  sortOrder: 'desc',
  dateRange: 7,
  query: undefined,
  siteFilter: undefined,
  tags: undefined,
  limit: 10,
  offset: 0,
  ...over,
})
const WINNERS: Record<string, WinnersQuery> = {
  'winners, 7 days': ask({}),
  'winners, 30 days': ask({ dateRange: 30 }),
  'winners, 90 days': ask({ dateRange: 90 }),
  'winners, 90 days, a frequent tag and a site': ask({ dateRange: 90, tags: [1], siteFilter: [3] }),
  'winners, 90 days, a rare tag': ask({ dateRange: 90, tags: [280] }),
  'winners, 90 days, with data on 60 of them': ask({ dateRange: 90, min_days: 60 }),
  'winners, 90 days, a frequent tag, with data on 60': ask({ dateRange: 90, tags: [1], min_days: 60 }),
  'winners, 30 days, 50 to a page': ask({ dateRange: 30, limit: 50 }),
  'winners, 90 days, 50 to a page': ask({ dateRange: 90, limit: 50 }),
  'winners, 30 days, words': ask({ dateRange: 30, query: 'quiet kettle' }),
  'winners, 30 days, page 500': ask({ dateRange: 30, offset: Math.round(5000 * Math.min(1, SCALE)) }),
}

const compare = (name: string, ours: () => Promise<unknown>, best: () => Promise<unknown>) =>
  compareTimes(name, ours, best, ROUNDS)

const rows: string[][] = []
for (const [name, query] of Object.entries(WINNERS)) {
  const forgetting = async () => {
    ahead += FORGOTTEN_MS
    return (await service.readWinners(actor, query)).rows.map((row) => parseText(row).keyword_id)
  }
  const [ours, best] = [await forgetting(), await bestWinners(query)]
  if (JSON.stringify(ours) !== JSON.stringify(best)) throw new Error(`${name}: two different pages`)
  rows.push(await compare(name, forgetting, () => bestWinners(query)))
  rows.push(
    await compare(
      `${name}, total remembered`,
      () => service.readWinners(actor, query),
      () => bestWinners(query),
    ),
  )
}

const { rows: tracked } = await pool.query<{ keyword_id: number }>(
  'select keyword_id from keywords where is_tracked order by keyword_id',
)
const someKeyword = () => tracked[Math.floor(Math.random() * tracked.length)]?.keyword_id ?? 1
rows.push(
  await compare(
    'calendar of a keyword, 90 days',
    () => service.readCalendar(someKeyword(), { from: from(90), to: TODAY }),
    () =>
      pool.query({
        name: 'calendar',
        text: 'select day, count(*) filter (where is_winning) as won, count(*) as all from stats where keyword_id = $1 and day between $2 and $3 group by 1 order by 1',
        values: [someKeyword(), from(118), TODAY],
      }),
  ),
)
rows.push(
  await compare(
    'content surfaces, 90 days',
    () => service.readSurfaces({ dateRange: 90, tags: undefined }),
    () => pool.query(`select * from publisher_days where day between '${from(90)}' and '${TODAY}'`),
  ),
)

/** The same queries through the server, ten at a time. */
async function measureServer(): Promise<string[][]> {
  const server = await startWatchedServer({ ...database, dataDir: dataFolder(SCALE) }, { now: NOON })
  const token = await createSession(database)
  const load = (paths: string[]) => measureLoad({ address: server.address, paths, token, seconds: SECONDS })
  const results: string[][] = []
  for (const [name, { tags, siteFilter, query, ...rest }] of Object.entries(WINNERS)) {
    const search = new URLSearchParams(Object.entries(rest).map(([key, value]) => [key, String(value)]))
    for (const tag of tags ?? []) search.append('tags', String(tag))
    for (const site of siteFilter ?? []) search.append('siteFilter', String(site))
    if (query !== undefined) search.set('query', query)
    const { perSecond, p99 } = await load([`/api/stats/keyword-winners?${search}`])
    results.push([name, perSecond.toFixed(0), p99.toFixed(0), '150'])
  }
  const days = `from=${from(90)}&to=${TODAY}`
  const some = Array.from({ length: 500 }, () => `/api/stats/calendar?keyword_id=${someKeyword()}&${days}`)
  const { perSecond, p99 } = await load(some)
  results.push(['calendar of a keyword, 90 days', perSecond.toFixed(0), p99.toFixed(0), '30'])
  server.stop()
  return results
}
const served = await measureServer()
report('share-of-voice-server', {
  title: `Share of voice through the server, ${counts.tracked?.toLocaleString('en')} tracked keywords, 10 connections`,
  goal: 'p99 of winners at most 150 ms, of the calendar at most 30 ms',
  head: ['question', 'requests per second', 'p99 ms', 'goal ms'],
  rows: served,
  notes: ['The load generator and the database share the cores with the server.'],
})

/** The tracked keywords on one day, with 1.5 publishers each on average. */
const hitsOf = (day: string): Hit[] =>
  tracked.flatMap(({ keyword_id: keywordId }) =>
    Array.from({ length: 1 + (keywordId % 2) }, (_, index): Hit => {
      const number = 1 + ((keywordId * 7 + index * 11) % 30)
      const isWinning = number < 10
      return {
        keywordId,
        day,
        publisher: `${isWinning ? 'Site' : 'Publisher'} ${number}`,
        isWinning,
        title: `Story ${(keywordId + index) % 20_000} of ${day}`,
        publishedDate: 'Jan 1, 2026',
        url: `https://www.amazon.com/ospublishing/story/${(keywordId + index) % 20_000}`,
        items: [{ asin: 'B0AAAAAAA1', name: 'Kettle', award: 'Best', blurb: 'It boils.' }],
      }
    }),
  )

async function writeDay(day: string, keywordsAtOnce: number): Promise<void> {
  const byKeyword = [...Map.groupBy(hitsOf(day), ({ keywordId }) => keywordId).values()]
  for (let at = 0; at < byKeyword.length; at += keywordsAtOnce) {
    await recordHits(db, byKeyword.slice(at, at + keywordsAtOnce).flat(), day)
  }
}

/** The same rows with set-based statements for known stories, with the aggregate tables updated in place. */
async function bestDay(day: string): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('set statement_timeout = 0; begin')
    await client.query(
      `insert into stats (keyword_id, day, publisher_id, is_winning, story_id)
       select keyword_id, $1::date, n, n < 10, 1 + keyword_id % 20000 from keywords, generate_series(0, 1) i,
         lateral (select 1 + (keyword_id * 7 + i * 11) % 30 as n) v
       where is_tracked and i <= keyword_id % 2 order by keyword_id`,
      [day],
    )
    await client.query(
      `update keyword_days d set last_day = n.last_day, as_of = n.last_day, seen = n.seen, won = n.won,
         rate_7 = ${rate(7, day)}, rate_30 = ${rate(30, day)}, rate_90 = ${rate(90, day)}, last_is_winning = n.is_won
       from (select keyword_id, date '${day}' as last_day, is_won, (seen >> 1) | set_bit(0::bit(128), 0, 1) as seen,
           (won >> 1) | set_bit(0::bit(128), 0, is_won::int) as won
         from keyword_days join (select keyword_id, bool_or(is_winning) as is_won from stats where day = '${day}'
           group by 1) s using (keyword_id)) n
       where d.keyword_id = n.keyword_id`
        .replaceAll(/\b(won|seen) &/g, 'n.$1 &')
        .replaceAll('(last_day -', '(n.last_day -'),
    )
    await client.query('commit')
  } finally {
    client.release()
  }
}

async function removeDays() {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(`delete from stats where day > '${TODAY}'`)
  await client.query(COUNTED)
  await client.query('vacuum analyze stats, keyword_days, publisher_days, stories')
  client.release()
}

const days: Record<'ours' | 'large' | 'best', number[]> = { ours: [], large: [], best: [] }
for (let round = 0; round < DAY_ROUNDS; round++) {
  const day = plusDays(TODAY, 1)
  days.ours.push((await timed(() => writeDay(day, 50))).ms)
  await removeDays()
  days.large.push((await timed(() => writeDay(day, 3000))).ms)
  await removeDays()
  days.best.push((await timed(() => bestDay(day))).ms)
  await removeDays()
}
const best = shown(days.best)
const dayRow = (name: string, times: number[]) => [
  `a day of ${tracked.length.toLocaleString('en')} keywords written, ${name}`,
  ...shown(times),
  ...best,
  (median(times) / median(days.best)).toFixed(2),
]
rows.push(dayRow('50 keywords a transaction', days.ours), dayRow('3,000 keywords a transaction', days.large))
await database.close()

const number = (value = 0) => value.toLocaleString('en')
report('share-of-voice', {
  title: `Share of voice, ${number(counts.keywords)} keywords, ${number(counts.tracked)} tracked, ${number(counts.stats)} stats`,
  goal: 'winners at most 1.5 times the best SQL; a day of 100,000 keywords at most 60 s',
  head: ['question', 'Copydesk ms', 'highest', 'best SQL ms', 'highest', 'ratio'],
  rows,
  notes: [
    `Medians of ${ROUNDS} rounds (days: ${DAY_ROUNDS}), one call at a time and without a web server; Copydesk and the best SQL take turns on the same connections.`,
    'The best SQL of winners is one statement for the page and one for the total, which it always counts. Copydesk remembers totals for three seconds; both are shown.',
    'The best SQL of a day knows its stories already, writes them in one statement and leaves out what Copydesk also does: fingerprints, repeated rows, and counts per publisher.',
  ],
})
