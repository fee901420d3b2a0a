import { setTimeout as sleep } from 'node:timers/promises'
import { MAKE_CHANGE } from '../src/server/features/keywords/keyword-changes/verbs/make-change.ts'
import type { BulkChange } from '../src/shared/features/keywords/keyword-changes/contract.ts'
import { type BenchDatabase, fillKeywords, openBenchDatabase } from './database.ts'
import { report } from './report.ts'
import { createSession, startWatchedServer } from './watched.ts'

const KEYWORDS = Number(process.env.BENCH_KEYWORDS ?? 1_000_000)
/** The interval at which another user reads a list while a change runs. */
const READ_EVERY_MS = 200
const TAG = 300

interface Run {
  seconds: number
  /** The durations of the other user's reads, in ms. */
  reads: number[]
}

const database = await openBenchDatabase()
await fillKeywords(database, KEYWORDS)
await query(database, 'update keywords set tag_ids = array_remove(tag_ids, $1)', [TAG])
await query(database, 'vacuum analyze keywords')
const server = await startWatchedServer(database, { jobs: [MAKE_CHANGE] })
const token = await createSession(database)

async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
  const answer = await fetch(server.address + path, {
    method,
    headers: { authorization: `Bearer ${token}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return (await answer.json()) as Answer
}

const change = { change_id: 0 }
const until = async (state: BulkChange['state']) => {
  while ((await call<BulkChange>('GET', `/api/keyword-changes/${change.change_id}`)).state !== state)
    await sleep(100)
}

/** Measures a run while another user reads. */
async function time(run: () => Promise<unknown>): Promise<Run> {
  const reads: number[] = []
  let isOver = false
  const reader = (async () => {
    while (!isOver) {
      const asked = performance.now()
      await call('GET', '/api/keywords?sort=created_at&sortOrder=desc&limit=20&offset=0&currentPage=1')
      reads.push(performance.now() - asked)
      await sleep(READ_EVERY_MS)
    }
  })()
  const began = performance.now()
  await run()
  const seconds = (performance.now() - began) / 1000
  isOver = true
  await reader
  return { seconds, reads }
}

/** Without a statement timeout. */
async function query({ pool }: BenchDatabase, statement: string, values: unknown[] = []): Promise<void> {
  const client = await pool.connect()
  await client.query('set statement_timeout = 0')
  await client.query(statement, values)
  client.release(true)
}

async function byHand(statement: string): Promise<Run> {
  const run = await time(() => query(database, statement, [TAG]))
  await query(database, 'vacuum analyze keywords')
  return run
}

const prepared = await time(async () => {
  const body = { selection: { filter: {} }, change: { action: 'addTags', tags: [{ tag_id: TAG }] } }
  Object.assign(change, await call<BulkChange>('POST', '/api/keyword-changes', body))
})
const applied = await time(async () => {
  await call('POST', `/api/keyword-changes/${change.change_id}/apply`)
  await until('applied')
})
const listed = await time(() => call('GET', '/api/keyword-changes'))
const looked = await time(() => call('GET', `/api/keyword-changes/${change.change_id}/details`))
const undone = await time(async () => {
  await call('POST', `/api/keyword-changes/${change.change_id}/undo`)
  await until('undone')
})
await query(database, 'vacuum analyze keywords')
const ADD = 'update keywords set tag_ids = tag_ids || $1::int'
const REMOVE = 'update keywords set tag_ids = array_remove(tag_ids, $1)'
const versioned = await byHand(ADD)
await byHand(REMOVE)
await query(database, 'alter table keywords disable trigger keyword_version')
const bare = await byHand(ADD)
server.stop()
await database.close()

const row = (name: string, { seconds, reads }: Run) => {
  const sorted = reads.toSorted((one, other) => one - other)
  const at = (share: number) => (sorted[Math.floor((sorted.length - 1) * share)] ?? 0).toFixed(0)
  return [name, seconds.toFixed(1), (seconds / versioned.seconds).toFixed(2), at(0.5), at(1)]
}
report(`keyword-changes${KEYWORDS === 1_000_000 ? '' : `-${KEYWORDS}`}`, {
  title: `A tag for ${KEYWORDS.toLocaleString('en')} keywords`,
  goal: 'none was set; it runs in the background, and concurrent readers should not notice',
  head: ['what', 's', 'ratio', 'lists read meanwhile, median ms', 'longest ms'],
  rows: [
    row('Copydesk: what would change', prepared),
    row('Copydesk: the change, in slices', applied),
    row('Copydesk: the page of changes', listed),
    row('Copydesk: what an undo would put back, counted', looked),
    row('Copydesk: taken back', undone),
    row('one UPDATE by hand', versioned),
    row('the same without the trigger of versions', bare),
  ],
  notes: ['Slices write down what they changed, so that it can be taken back; the UPDATE by hand cannot be.'],
})
