// npm run bench:changing -- --scale 1: lists through the server, with different filters in every request.
import { parseArgs } from 'node:util'
import { dataFolder, NOON, openDataset } from './dataset.ts'
import { measureLoad } from './load.ts'
import { report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const { values } = parseArgs({
  options: { scale: { type: 'string', default: '1' }, seconds: { type: 'string', default: '8' } },
})
const SCALE = Number(values.scale)
const ASKED = 400

const { database, counts } = await openDataset(SCALE)
const { keywords = 0, tracked = 0, articles = 0 } = counts
const server = await startWatchedServer({ ...database, dataDir: dataFolder(SCALE) }, { now: NOON })
const token = await createSession(database)

/** The same sequence of numbers in each run: `draw(n)` returns 0 to n - 1. */
let state = 1
function draw(below: number): number {
  state = (state * 48_271) % 2_147_483_647
  return state % below
}
const one = <Value>(among: readonly Value[]): Value => among[draw(among.length)] as Value

const KINDS = ['quiet', 'cheap', 'compact', 'cordless', 'smart', 'mini', 'foldable', 'electric', 'manual']
const NOUNS = [
  'kettle',
  'blender',
  'toaster',
  'mattress',
  'lamp',
  'tent',
  'drill',
  'mower',
  'camera',
  'scale',
]
const STATUSES = ['requested', 'approved', 'rejected', 'returned', 'canceled', 'published']
const page = (rows: number, size: number) => draw(Math.floor(rows / size))

const QUESTIONS: Record<string, [asked: () => string, goal: number]> = {
  'list: a tag and a site': [() => `/api/keywords?limit=20&tags=${1 + draw(300)}&sites=${1 + draw(9)}`, 100],
  'list: a tag, tracked or not': [
    () => `/api/keywords?limit=20&tags=${1 + draw(300)}&tracked=${one(['true', 'false'])}`,
    100,
  ],
  'list: two tags': [() => `/api/keywords?limit=20&tags=${1 + draw(300)}&tags=${1 + draw(300)}`, 100],
  'list: two words': [() => `/api/keywords?limit=20&keyword=${one(KINDS)}+${one(NOUNS)}`, 100],
  'list: a word and a site': [() => `/api/keywords?limit=20&keyword=${one(NOUNS)}&sites=${1 + draw(9)}`, 100],
  'list: any page': [() => `/api/keywords?limit=20&offset=${20 * page(keywords, 20)}`, 100],
  'history: a status and a site': [
    () => `/api/articles?status=${one(STATUSES)}&site=${1 + draw(9)}&page=${1 + draw(20)}`,
    100,
  ],
  'history: a person': [() => `/api/articles?users=${1 + draw(200)}&page=${1 + draw(20)}`, 100],
  'history: any page': [() => `/api/articles?page=${1 + page(articles * 0.9, 20)}`, 100],
  'winners: a tag, 30 days': [() => `/api/stats/keyword-winners?dateRange=30&tags=${1 + draw(300)}`, 150],
  'winners: a site and a word, 30 days': [
    () => `/api/stats/keyword-winners?dateRange=30&siteFilter=${1 + draw(9)}&query=${one(NOUNS)}`,
    150,
  ],
  'winners: any page, 30 days': [
    () => `/api/stats/keyword-winners?dateRange=30&offset=${10 * page(tracked, 10)}`,
    150,
  ],
}

const rows: string[][] = []
for (const [name, [asked, goal]] of Object.entries(QUESTIONS)) {
  const paths = Array.from({ length: ASKED }, asked)
  const { perSecond, p99 } = await measureLoad({
    address: server.address,
    paths,
    token,
    seconds: Number(values.seconds),
  })
  rows.push([name, perSecond.toFixed(0), p99.toFixed(0), `≤ ${goal}`, p99 <= goal ? 'met' : 'missed'])
}
server.stop()
await database.close()

report('changing-filters', {
  title: `Filters that change with each request, ${keywords.toLocaleString('en')} keywords, 10 connections`,
  goal: 'p99 at most 100 ms, of winners 150 ms',
  head: ['question', 'requests a second', 'p99 ms', 'goal', ''],
  rows,
  notes: [
    `${ASKED} addresses by turns, drawn the same way at each run; totals are remembered for three seconds, as always.`,
    'The load generator and the database share the cores with the server.',
  ],
})
