// npm run bench:hot -- --scale 0.1: Node's processor time per request, compared with a hand-written handler
// for the same response.
import { parseArgs } from 'node:util'
import { connectionTimes, timeSince } from './database.ts'
import { dataFolder, NOON, openDataset, TODAY } from './dataset.ts'
import { measureLoad } from './load.ts'
import { median, report } from './report.ts'
import { createSession, startMinimalServer, startWatchedServer } from './watched.ts'

const { values } = parseArgs({
  options: {
    scale: { type: 'string', default: '0.1' },
    rounds: { type: 'string', default: '7' },
    seconds: { type: 'string', default: '3' },
  },
})
const SCALE = Number(values.scale)
const ROUNDS = Number(values.rounds)
const SECONDS = Number(values.seconds)

const { database, counts } = await openDataset(SCALE)
const ours = await startWatchedServer({ ...database, dataDir: dataFolder(SCALE) }, { now: NOON })
const minimal = await startMinimalServer(database.url, TODAY)
const token = await createSession(database)
const { rows: tracked } = await database.pool.query<{ keyword_id: number }>(
  'select keyword_id from keywords where is_tracked order by keyword_id limit 500',
)

const QUESTIONS: Record<string, string[]> = {
  history: ['/api/articles?remember=1'],
  list: ['/api/keywords?limit=20'],
  winners: ['/api/stats/keyword-winners?dateRange=7'],
  calendar: tracked.map(
    ({ keyword_id }) => `/api/stats/calendar?keyword_id=${keyword_id}&from=2025-11-01&to=${TODAY}`,
  ),
}

const bodyOf = async (address: string, path: string) => {
  const response = await fetch(address + path, { headers: { authorization: `Bearer ${token}` } })
  return (await response.text()).length
}

type Asked = typeof minimal

interface Measured {
  /** Processor time per request in ms, of Node and of PostgreSQL. */
  node: number
  postgres: number
  perSecond: number
}

async function measure(server: Asked, paths: string[]): Promise<Measured> {
  const [node, connections] = [await server.processorTime(), await connectionTimes(database)]
  const { perSecond } = await measureLoad({ address: server.address, paths, token, seconds: SECONDS })
  const requests = perSecond * SECONDS
  return {
    node: ((await server.processorTime()) - node) / requests,
    postgres: (await timeSince(database, connections)) / requests,
    perSecond,
  }
}

const rows: string[][] = []
for (const [name, paths] of Object.entries(QUESTIONS)) {
  const [path = ''] = paths
  const copydesk = name === 'history' ? ['/api/articles'] : paths
  const sizes = [await bodyOf(ours.address, copydesk[0] ?? ''), await bodyOf(minimal.address, path)]
  const rounds: { ours: Measured; minimal: Measured }[] = []
  for (let round = 0; round < ROUNDS; round += 1)
    rounds.push({ ours: await measure(ours, copydesk), minimal: await measure(minimal, paths) })
  const of = (who: 'ours' | 'minimal', what: keyof Measured) => median(rounds.map((each) => each[who][what]))
  const both = ({ node, postgres }: Measured) => node + postgres
  rows.push([
    name,
    ...(['ours', 'minimal'] as const).map(
      (who) => `${of(who, 'node').toFixed(2)} + ${of(who, 'postgres').toFixed(2)}`,
    ),
    median(rounds.map(({ ours, minimal }) => both(ours) / both(minimal))).toFixed(2),
    of('ours', 'perSecond').toFixed(0),
    of('minimal', 'perSecond').toFixed(0),
    sizes.join(', '),
  ])
}
ours.stop()
minimal.stop()
await database.close()

report('hot-path', {
  title: `What a request costs, ${counts.keywords?.toLocaleString('en')} keywords, 10 connections`,
  goal: 'less than a handler written by hand takes, guard included on our side only',
  head: [
    'question',
    'Copydesk: Node + PostgreSQL ms',
    'by hand',
    'ratio',
    'Copydesk req/s',
    'by hand req/s',
    'characters',
  ],
  rows,
  notes: [
    `Medians of ${ROUNDS} rounds by turns, processor time of Node (threads and garbage collection included) and of the database's connections.`,
    'The handler written by hand knows nobody, parses nothing and remembers totals for three seconds, as Copydesk does.',
  ],
})
