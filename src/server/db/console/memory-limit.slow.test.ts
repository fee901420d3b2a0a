import { afterAll, beforeAll, expect, it } from 'vitest'
import { readOfProcess } from '../../testing/process-file.ts'
import { until } from '../../testing/until.ts'
import type { Database } from '../connect.ts'
import { createAppDatabase } from '../testing.ts'
import { askReader } from './ask.ts'
import { canLimitMemory, MEMORY_BYTES } from './memory-limit.ts'
import { addressAs, layReader } from './reader-role.ts'

let database: Database
beforeAll(async () => {
  database = await createAppDatabase()
})
afterAll(() => database.close())

/** Bytes of a process that it shares with no other; 0 once it has ended. */
function privateMemoryOf(pid: number): number {
  const [, kilobytes] = /RssAnon:\s+(\d+)/.exec(readOfProcess(pid, 'status') ?? '') ?? []
  return Number(kilobytes ?? 0) * 1024
}

/** Ways to take memory: one value, many values that are kept, tables that stay in memory, many sorts. */
const GREEDY = [
  "select string_agg(repeat('x', 1000), '') from generate_series(1, 900000)",
  "select length(lpad('x', 260000000))",
  "select length(rpad('x', 200000000)), length(repeat('y', 200000000))",
  'select cardinality(array_agg(n)) from (select generate_series(1, 90000000) as n) t',
  'select length(json_agg(n)::text) from (select generate_series(1, 90000000) as n) t',
  "select length(format('%900000000s', 'x'))",
  "with recursive t(n, v) as (select 1, 'x' union all select n + 1, v || v from t where n < 31) select max(length(v)) from t",
  'with recursive t(n) as (select 1 union select n + 1 from t) select count(*) from t',
  "select length(replace(a, 'x', a)) from (select repeat('x', 30000) as a) t",
  'select count(*) from generate_series(1, 1000000) n where n not in (select (m * 2)::int from generate_series(1, (select 90000000)) m)',
  'select count(*) from (select 1 as k, n from generate_series(1, 30000000) n offset 0) a join (select 1 as k, n from generate_series(1, 30000000) n offset 0) b using (k) where a.n > b.n',
]

it.skipIf(!(await canLimitMemory())).each(GREEDY)(
  'ends %s before it takes more memory than it may',
  async (text) => {
    const { pool, url } = database
    const address = addressAs(url, await layReader(pool, 'p'), 'p')
    const over = new AbortController()
    let peak = 0
    const watched = until(async () => {
      const { rows } = await pool.query<{ pid: number }>(
        "select pid from pg_stat_activity where datname = current_database() and application_name = 'copydesk console'",
      )
      for (const { pid } of rows) peak = Math.max(peak, privateMemoryOf(pid))
      return over.signal.aborted
    })
    const asked = askReader(address, {
      text,
      bounds: { rows: 10, bytes: 8_000_000 },
      milliseconds: 5000,
      signal: new AbortController().signal,
      limitsMemory: true,
    })
    const said = await asked.then(
      ({ cut }) => cut ?? 'answered',
      (error: Error) => error.message,
    )
    over.abort()
    await watched
    expect(said).toMatch(/more than 256 MB of memory|longer than 5 seconds|exceeds|too large|temporary file/)
    expect(peak).toBeLessThan(MEMORY_BYTES + 32 * 1024 * 1024)
  },
)
