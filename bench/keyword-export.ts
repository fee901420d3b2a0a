import { get } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { to } from 'pg-copy-streams'
import { type BenchDatabase, fillKeywords, openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer, type Watched } from './watched.ts'

const KEYWORDS = Number(process.env.BENCH_KEYWORDS ?? 1_000_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
/** Bytes per second that the slow client reads. */
const SLOW = 8_000_000

interface Taken {
  firstByte: number
  total: number
  bytes: number
  lines: number
}

/** Reads to the end, at this maximum number of bytes per second. */
async function take(content: AsyncIterable<Buffer>, began: number, most = Number.POSITIVE_INFINITY) {
  const taken: Taken = { firstByte: 0, total: 0, bytes: 0, lines: 0 }
  for await (const chunk of content) {
    taken.firstByte ||= performance.now() - began
    taken.bytes += chunk.length
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, at + 1)) taken.lines += 1
    const early = (taken.bytes / most) * 1000 - (performance.now() - began)
    if (early > 10) await sleep(early)
  }
  taken.total = performance.now() - began
  if (taken.lines !== KEYWORDS + 1) throw new Error(`${taken.lines} lines came.`)
  return taken
}

async function download(address: string, token: string, most?: number): Promise<Taken> {
  const began = performance.now()
  const headers = { authorization: `Bearer ${token}` }
  const { promise, resolve, reject } = Promise.withResolvers<AsyncIterable<Buffer>>()
  get(`${address}/api/keywords/keywords.csv`, { headers }, resolve).once('error', reject)
  return take(await promise, began, most)
}

/** The same columns in the same order, hand-written so that the first rows arrive immediately. */
const BY_HAND = `
  select k.keyword as "Keyword", case when k.is_tracked then 'yes' else 'no' end as "Tracked",
    (select string_agg(t.tag, ', ' order by t.tag) from tags t where t.tag_id = any(k.tag_ids)) as "Tags",
    (select string_agg(s.display_name, ', ' order by s.display_name) from sites s where s.site_id = any(k.site_ids)) as "Sites",
    round((select d.rate_30 from keyword_days d where d.keyword_id = k.keyword_id)::numeric, 1) as "Win % 30 d",
    to_char(k.created_at at time zone 'UTC', 'YYYY-MM-DD') as "Created"
  from keywords k order by k.created_at desc, k.keyword_id desc`

async function copyByHand({ pool }: BenchDatabase): Promise<Taken> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  const began = performance.now()
  const taken = await take(client.query(to(`copy (${BY_HAND}) to stdout with (format csv, header)`)), began)
  client.release()
  return taken
}

const database = await openBenchDatabase()
await fillKeywords(database, KEYWORDS)
const server = await startWatchedServer(database)
const token = await createSession(database)

const rounds: { ours: Taken; byHand: Taken; fast: Watched }[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  let ours: Taken | undefined
  const fast = await server.watch(async () => {
    ours = await download(server.address, token)
  })
  if (ours) rounds.push({ ours, byHand: await copyByHand(database), fast })
}
let slowly: Taken | undefined
const slow = await server.watch(async () => {
  slowly = await download(server.address, token, SLOW)
})
server.stop()
await database.close()

const of = (pick: (each: (typeof rounds)[number]) => number) => median(rounds.map(pick))
const fast = rounds.map((round) => round.fast)
const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1)
const memory = (all: readonly Watched[]) =>
  `+ ${Math.max(...all.map(({ peak, before }) => peak - before)).toFixed(0)}`
const gap = (all: readonly Watched[]) => Math.max(...all.map(({ longestGap }) => longestGap)).toFixed(0)
report(`keyword-export${KEYWORDS === 1_000_000 ? '' : `-${KEYWORDS}`}`, {
  title: `CSV of ${KEYWORDS.toLocaleString('en')} keywords, ${ROUNDS} rounds`,
  goal: '≤ 1.5 × COPY TO of the same columns; first byte ≤ 300 ms; memory flat',
  head: ['who', 'first byte ms', 'total s', 'ratio', 'memory MB', 'longest gap ms'],
  rows: [
    [
      'Copydesk, over HTTP',
      of(({ ours }) => ours.firstByte).toFixed(0),
      seconds(of(({ ours }) => ours.total)),
      of(({ ours, byHand }) => ours.total / byHand.total).toFixed(2),
      memory(fast),
      gap(fast),
    ],
    [
      'COPY by hand',
      of(({ byHand }) => byHand.firstByte).toFixed(0),
      seconds(of(({ byHand }) => byHand.total)),
      '1',
      '',
      '',
    ],
    [
      `Copydesk, to a client of ${SLOW / 1e6} MB/s`,
      (slowly?.firstByte ?? 0).toFixed(0),
      seconds(slowly?.total ?? 0),
      '',
      memory([slow]),
      gap([slow]),
    ],
  ],
  notes: [
    `The file is ${((slowly?.bytes ?? 0) / 1e6).toFixed(0)} MB. The copy by hand has the same columns and order, without making formulas harmless. Medians; memory and gap the worst.`,
  ],
})
