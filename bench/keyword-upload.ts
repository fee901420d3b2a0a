import { createReadStream, createWriteStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { request } from 'node:http'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { json } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { from } from 'pg-copy-streams'
import { type BenchDatabase, openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer, type Watched } from './watched.ts'

const LINES = Number(process.env.BENCH_LINES ?? 1_000_000)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3)
const DIFFERENT = Math.round(LINES * 0.7)

/** Words in random order, three of ten of them duplicates. */
async function writeFile(file: string): Promise<void> {
  function* lines() {
    yield 'keyword\n'
    let batch = ''
    for (let line = 0; line < LINES; line++) {
      const number = (line * 7919) % DIFFERENT
      batch += `best ${((number * 2_654_435_761) % 4_294_967_296).toString(36)} for ${number}\n`
      if (batch.length < 65_536) continue
      yield batch
      batch = ''
    }
    yield batch
  }
  await pipeline(Readable.from(lines()), createWriteStream(file))
}

const BOUNDARY = 'bench-boundary'
const HEAD = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="words.csv"\r\ncontent-type: text/csv\r\n\r\n`
const TAIL = `\r\n--${BOUNDARY}--\r\n`

/** Sends the file like a browser, and checks the response. */
async function upload(address: string, token: string, file: string): Promise<void> {
  const { size } = await stat(file)
  const call = request(`${address}/api/keywords/upload`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${BOUNDARY}`,
      'content-length': HEAD.length + size + TAIL.length,
    },
  })
  const answered = new Promise<Readable>((resolve, reject) => {
    call.once('response', resolve)
    call.once('error', reject)
  })
  async function* body() {
    yield HEAD
    yield* createReadStream(file)
    yield TAIL
  }
  await pipeline(body(), call)
  const { added, repeated } = (await json(await answered)) as { added: number; repeated: number }
  if (added !== DIFFERENT || repeated !== LINES - DIFFERENT)
    throw new Error(`The upload answered ${added} added, ${repeated} repeated.`)
}

/** The hand-written equivalent: COPY of the file as it is, and an insert that skips existing keywords. */
async function copyByHand({ pool }: BenchDatabase, file: string): Promise<void> {
  const client = await pool.connect()
  await client.query('begin; set local statement_timeout = 0')
  await client.query('create temporary table lines (keyword text) on commit drop')
  await pipeline(
    createReadStream(file),
    client.query(from('copy lines from stdin with (format csv, header)')),
  )
  const { rowCount } = await client.query(
    'insert into keywords (keyword, identity) select keyword, lower(keyword) from lines on conflict (identity) do nothing',
  )
  await client.query('commit')
  client.release()
  if (rowCount !== DIFFERENT) throw new Error(`By hand, ${rowCount} were added.`)
}

async function clear({ pool }: BenchDatabase): Promise<void> {
  await pool.query('truncate keywords, keyword_counts, tag_days restart identity cascade')
  await pool.query('checkpoint')
}

async function seconds(run: () => Promise<void>): Promise<number> {
  const began = performance.now()
  await run()
  return (performance.now() - began) / 1000
}

const database = await openBenchDatabase()
const file = join(database.dataDir, 'words.csv')
await writeFile(file)
const server = await startWatchedServer(database)
const token = await createSession(database)

const rounds: { ours: number; again: number; byHand: number; watched: Watched }[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  await clear(database)
  let ours = 0
  const watched = await server.watch(async () => {
    ours = await seconds(() => upload(server.address, token, file))
  })
  const again = await seconds(() =>
    upload(server.address, token, file).catch((error: Error) => {
      if (!error.message.includes(`answered 0 added, ${LINES} repeated`)) throw error
    }),
  )
  await clear(database)
  const byHand = await seconds(() => copyByHand(database, file))
  rounds.push({ ours, again, byHand, watched })
}
server.stop()
await database.close()

const of = (pick: (each: (typeof rounds)[number]) => number) => median(rounds.map(pick))
const most = (pick: (each: (typeof rounds)[number]) => number) => Math.max(...rounds.map(pick))
const count = LINES.toLocaleString('en')
report(`keyword-upload${LINES === 1_000_000 ? '' : `-${LINES}`}`, {
  title: `Upload of ${count} lines, 30 % repeats, ${ROUNDS} rounds`,
  goal: '≤ 1.5 × COPY plus insert-on-conflict; server memory + ≤ 150 MB; event-loop gap ≤ 200 ms',
  head: ['upload s', 'by hand s', 'ratio', 'same file again s', 'memory before, most MB', 'longest gap ms'],
  rows: [
    [
      of((each) => each.ours).toFixed(1),
      of((each) => each.byHand).toFixed(1),
      of((each) => each.ours / each.byHand).toFixed(2),
      of((each) => each.again).toFixed(1),
      `${of(({ watched }) => watched.before).toFixed(0)}, + ${most(({ watched }) => watched.peak - watched.before).toFixed(0)}`,
      most(({ watched }) => watched.longestGap).toFixed(0),
    ],
  ],
  notes: [
    'Interleaved, on one table with all its indexes, emptied before each. Seconds and ratio are medians, memory and gap the worst.',
    'By hand: COPY of the file into a temporary table and one insert on conflict do nothing, in one transaction, without HTTP, parsing, checks or tidying. Copydesk sorts before it inserts and gives the trigram index a longer waiting list.',
  ],
})
