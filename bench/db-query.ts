// npm run bench:console -- --keywords 100000 --seconds 20: the speed of lists while three heavy queries run
// in the Database Interface.
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { fillKeywords, openBenchDatabase } from './database.ts'
import { median, report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const { values } = parseArgs({
  options: {
    keywords: { type: 'string', default: '100000' },
    /** The duration of each measurement. */
    seconds: { type: 'string', default: '20' },
    /** Simulated users, each reading lists in a loop. */
    people: { type: 'string', default: '20' },
    rounds: { type: 'string', default: '3' },
  },
})
const [KEYWORDS, SECONDS, PEOPLE, ROUNDS] = [
  values.keywords,
  values.seconds,
  values.people,
  values.rounds,
].map(Number) as [number, number, number, number]
/** The time for which a user reads a response. */
const PAUSE_MS = 1000
const LISTS = [
  '/api/keywords?limit=50',
  '/api/keywords?tracked=true&sort=winning_percentage&sortOrder=desc&limit=50',
  '/api/keywords?keyword=season&limit=50',
  '/api/keywords?tags[]=7&limit=50&page=3',
]
/** A sort that does not fit into memory, an infinite loop, and a value of a gigabyte. */
const HEAVY = {
  sort: 'select g, md5(g::text) from generate_series(1, 50000000) g order by 2 limit 10',
  loop: 'with recursive r(n) as (select 1 union all select n + 1 from r) select max(n) from r',
  cell: "select repeat('x', 1000000000)",
}

const database = await openBenchDatabase()
await fillKeywords(database, KEYWORDS)
const token = await createSession(database)
const engineer = await createSession(database)
await database.pool.query(
  "update users set role_id = 'eng' where id = (select max(id) from users where username like '%@desk.example')",
)
const server = await startWatchedServer(database)

/** The durations of the lists in ms, while the simulated users read them. */
async function measureLists(): Promise<number[]> {
  const times: number[] = []
  const end = performance.now() + SECONDS * 1000
  const read = async (place: number) => {
    await sleep((place / PEOPLE) * PAUSE_MS)
    for (let turn = place; performance.now() < end; turn += 1) {
      const begun = performance.now()
      const response = await fetch(server.address + LISTS[turn % LISTS.length], {
        headers: { authorization: `Bearer ${token}` },
      })
      await response.text()
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`)
      times.push(performance.now() - begun)
      await sleep(PAUSE_MS)
    }
  }
  await Promise.all(Array.from({ length: PEOPLE }, (_, place) => read(place)))
  return times.sort((one, other) => one - other)
}

/** Runs all three queries in a loop until stopped; returns the outcome and duration of each. */
function askHeavily() {
  let goesOn = true
  const ends: Record<string, string> = {}
  let longest = 0
  const ask = async (name: string, query: string) => {
    while (goesOn) {
      const begun = performance.now()
      const response = await fetch(`${server.address}/api/query`, {
        method: 'POST',
        headers: { authorization: `Bearer ${engineer}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query }),
      })
      const { error, cut } = (await response.json()) as { error?: { message: string }; cut?: string }
      longest = Math.max(longest, performance.now() - begun)
      ends[name] = `${response.status} ${error?.message ?? cut ?? 'answered'}`
      // A query that ends at once is no load.
      if (performance.now() - begun < 100) await sleep(100)
    }
  }
  const asked = Promise.all(Object.entries(HEAVY).map(([name, query]) => ask(name, query)))
  return {
    async stop() {
      goesOn = false
      await asked
      return { ends, longest }
    },
  }
}

await measureLists()
const alone: number[] = []
const beside: number[] = []
const said: string[] = []
for (let round = 0; round < ROUNDS; round += 1) {
  alone.push(...(await measureLists()))
  const heavy = askHeavily()
  await sleep(1000)
  beside.push(...(await measureLists()))
  const { ends, longest } = await heavy.stop()
  said.push(
    `Round ${round + 1}: ${Object.entries(ends)
      .map(([name, end]) => `${name}: ${end}`)
      .join('; ')}; the longest took ${(longest / 1000).toFixed(1)} s.`,
  )
}
server.stop()
await database.close()

const sorted = (times: number[]) => times.sort((one, other) => one - other)
const p99 = (times: number[]) => sorted(times)[Math.floor(times.length * 0.99)] ?? Number.NaN
const rowOf = (title: string, times: number[]) => [
  title,
  String(times.length),
  median(times).toFixed(1),
  p99(times).toFixed(1),
  (sorted(times).at(-1) ?? Number.NaN).toFixed(1),
]
report('console', {
  title: `Lists of ${KEYWORDS.toLocaleString('en')} keywords beside three heavy queries of the Database Interface`,
  goal: 'p99 of the lists at most 1.5 × that without them; every query ends within 12 s',
  head: ['', 'lists', 'median ms', 'p99 ms', 'longest ms'],
  rows: [rowOf('alone', alone), rowOf('beside three', beside)],
  notes: [
    `p99 ${(p99(beside) / p99(alone)).toFixed(2)} ×, by turns, ${ROUNDS} rounds.`,
    '',
    ...said.flatMap((line) => [line, '']),
  ],
})
